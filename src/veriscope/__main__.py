"""`python -m veriscope` runs the command line."""

from veriscope.cli.main import run

if __name__ == "__main__":
    run()
