"""What is asked of the verdicts: a figure of a measurement, and the value that it should reach."""

from target import Target

_FEVER, _GIVEN = "fever_pipeline", "given_evidence"

TARGETS = (
    Target("FEVER dev, label accuracy", f"{_FEVER}/label_accuracy", ">=", 0.80),
    Target("FEVER dev, FEVER score", f"{_FEVER}/fever_score", ">=", 0.77),
    Target("FEVER dev, sentence recall@5", f"{_FEVER}/retrieval/sentences/fully_supported/5", ">=", 0.95),
    Target("FEVER dev, gold pages, label accuracy", "fever_gold_pages/label_accuracy"),
    Target("FEVER dev, gold pages, FEVER score", "fever_gold_pages/fever_score"),
    Target("FEVER dev, gold evidence, label accuracy", "fever_gold_evidence/label_accuracy"),
    Target("FEVER dev, gold evidence, FEVER score", "fever_gold_evidence/fever_score"),
    Target("FEVER gold text, three-way macro F1", f"{_GIVEN}/gold_text/macro_f1", ">=", 0.80),
    Target("FEVER gold text, SUPPORTS or REFUTES", f"{_GIVEN}/gold_text/accuracy_supports_refutes", ">=", 0.93),
    Target("FEVER-Symmetric dev", f"{_GIVEN}/symmetric/accuracy", ">=", 0.84),
    Target("FEVER-Symmetric dev, three-way", f"{_GIVEN}/symmetric/accuracy_three_way"),
    Target("FoolMeTwice dev", f"{_GIVEN}/fool_me_twice/accuracy", ">=", 0.76),
    Target("FoolMeTwice dev, three-way", f"{_GIVEN}/fool_me_twice/accuracy_three_way"),
    Target("FoolMeTwice dev, retrieved sentences", "fool_me_twice_retrieved/accuracy"),
    Target("FEVEROUS dev, sentences", f"{_GIVEN}/feverous_sentences/accuracy", ">=", 0.85),
    Target("FEVEROUS dev, sentences, three-way", f"{_GIVEN}/feverous_sentences/accuracy_three_way"),
    Target("Atlas dev, label accuracy", "atlas/dev/label_accuracy", ">=", 0.93),
    Target("Atlas dev, full evidence", "atlas/dev/retrieval/full_evidence", ">=", 0.90),
    Target("Atlas test, label accuracy", "atlas/test/label_accuracy", ">=", 0.93),
    Target("Atlas test, full evidence", "atlas/test/retrieval/full_evidence", ">=", 0.90),
    Target("Atlas dev, numeric claims", "atlas_numeric/dev/label_accuracy", ">=", 0.95),
    Target("Atlas test, numeric claims", "atlas_numeric/test/label_accuracy", ">=", 0.95),
    Target("FEVER dev, expected calibration error", f"{_FEVER}/ece", "<=", 0.04),
    Target("FEVER dev, accuracy at 80 % coverage", f"{_FEVER}/selective/accuracy_at_80"),
    Target("One claim, median ms", f"{_FEVER}/ms_per_claim/median", "<=", 500),
    Target("One claim, p95 ms", f"{_FEVER}/ms_per_claim/p95", "<=", 1000),
    Target("Batch, claims a second", "batch/per_second", ">=", 6),
    Target("Start to first verdict, s, slowest of five", "start/slowest_s", "<=", 3),
    Target("Memory of one process, MiB", "memory/peak_mib", "<=", 1024),
    Target("Bad input answered without a clear answer or error", "bad_input/unclear", "<=", 0),
)
