"""The workbench: measures, benchmarks, trains and reproduces; only the command line and the applications use it."""
