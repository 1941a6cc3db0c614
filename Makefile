# The two commands of the README are `make demo` and `make test`; both install what they need into .venv.
PYTHON ?= python3
BIN := .venv/bin
# The official scorers, for the differential tests; their own requirements are not needed for scoring.
SCORERS := fever-scorer==2.0.39 feverous==0.54

.PHONY: demo test unit check bench docs golden starter clean

.venv/installed: pyproject.toml
	$(PYTHON) -m venv .venv
	$(BIN)/pip install --quiet --disable-pip-version-check --editable '.'
	touch $@

.venv/installed-dev: .venv/installed
	$(BIN)/pip install --quiet --disable-pip-version-check --editable '.[dev]'
	$(BIN)/pip install --quiet --disable-pip-version-check setuptools wheel six
	PYTHONPATH=$(CURDIR)/benchmarks/scorer_parity/building $(BIN)/pip install --quiet --disable-pip-version-check \
		--no-build-isolation --no-deps $(SCORERS) || echo "no official scorers: the tests beside them are skipped"
	$(BIN)/pip install --quiet --disable-pip-version-check --requirement tools/atlas/requirements.txt \
		|| echo "no fact packages: the test that regenerates the atlas is skipped"
	touch $@

demo: .venv/installed  ## check a claim against the embedded atlas
	$(BIN)/veriscope check "Canberra is the capital of Australia."

test: .venv/installed-dev  ## all checks and tests
	$(BIN)/ruff format --check .
	$(BIN)/ruff check .
	$(BIN)/mypy
	$(BIN)/lint-imports
	$(BIN)/pytest -n 2

unit: .venv/installed-dev  ## the tests that take under a minute
	$(BIN)/pytest -n 2 -m "not slow and not corpus"

check: .venv/installed-dev  ## format, then everything that `test` runs
	$(BIN)/ruff format .
	$(MAKE) docs test

bench: .venv/installed-dev  ## the benchmarks, on the public data beside the checkout
	$(BIN)/pip install --quiet --disable-pip-version-check --requirement benchmarks/requirements.txt
	for script in benchmarks/*/run.py; do $(BIN)/python $$script || exit 1; done

docs: .venv/installed-dev  ## the generated reference of the command line
	$(BIN)/python -m veriscope.cli.reference docs/cli.md

golden: .venv/installed-dev  ## refresh the recorded outputs under tests/golden; review the difference
	$(BIN)/python benchmarks/scorer_parity/run.py --record tests/golden/scoring

starter: .venv/installed-dev  ## regenerate the starter atlas from its fact packages
	$(BIN)/python -m tools.atlas.generate --out src/veriscope/starter/data

clean:
	rm -rf .venv .mypy_cache .pytest_cache .ruff_cache .hypothesis dist
