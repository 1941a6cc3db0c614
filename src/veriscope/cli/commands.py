"""The table of all commands: what each does, and where its function is."""

from veriscope.cli.lazy import Command, Group
from veriscope.lab.training import RECIPES

COMMANDS = Group(
    "Check claims against text, tables and knowledge graphs, and show the evidence.",
    {
        "check": Command("Check a claim, a file of claims or a whole text.", "check:check"),
        "bench": Group(
            "Make scenarios of controlled difficulty from a graph, and measure how well methods judge them.",
            {
                "generate": Command("Make scenarios from a graph.", "bench_generate:generate"),
                "report": Command("Show what a run found; can write an HTML page.", "bench_run:report"),
                "run": Command("Run every method on every scenario.", "bench_run:run"),
                "show": Command("Show the facts and clusters of scenarios.", "bench_show:show"),
            },
        ),
        "corpus": Group(
            "Build, search and change corpora.",
            {
                "add": Command("Add sources to a corpus.", "corpus:add"),
                "build": Command("Build a corpus from files, folders or archives.", "corpus:build"),
                "index": Command("Build the search index, or bring it up to date.", "corpus:index"),
                "info": Command("Count the contents of a corpus, and verify it.", "corpus:info"),
                "remove": Command("Remove pages or sources.", "corpus:remove"),
                "search": Command("Search a corpus.", "corpus_pages:search"),
                "show": Command("Show a page with its evidence ids.", "corpus_pages:show"),
            },
        ),
        "dataset": Group(
            "Describe, validate and convert data sets of claims.",
            {
                "convert": Command("Write a data set in another format.", "dataset:convert"),
                "stats": Command("Count labels, evidence and challenges.", "dataset:stats"),
                "validate": Command("List the bad rows of a file.", "dataset:validate"),
            },
        ),
        "eval": Group(
            "Score predictions, models and the whole pipeline.",
            {
                "errors": Command("Summarise a list of wrong claims.", "eval_errors:errors"),
                "fever": Command("Score a FEVER submission.", "eval_submission:fever"),
                "feverous": Command("Score a FEVEROUS submission.", "eval_submission:feverous"),
                "feverous-paper": Command(
                    "Reproduce Tables 3 and 4 of the FEVEROUS paper.", "eval_papers:feverous_paper"
                ),
                "grounding": Command("Score whether documents support claims.", "eval_grounding:grounding"),
                "paper-models": Command("Reproduce Tables 3 to 6 of the FEVER paper.", "eval_papers:paper_models"),
                "pipeline": Command("Score the whole pipeline over a corpus.", "eval_pipeline:pipeline"),
                "retrieval": Command("Score retrieval and selection over a corpus.", "eval_retrieval:retrieval"),
                "tables": Command("Score verdicts on statements about tables.", "eval_verdict:tables"),
                "verdict": Command("Score a verdict model on given evidence.", "eval_verdict:verdict"),
            },
        ),
        "kb": Group(
            "Build and search knowledge graphs, and check facts with them.",
            {
                "build": Command("Build a graph from RDF or tables.", "kb:build"),
                "check": Command("Check a triple, or every triple of a file.", "kb_check:check"),
                "eval": Command("Measure methods on labelled facts.", "kb_eval:evaluate"),
                "info": Command("Describe a graph.", "kb:info"),
                "lexicon": Command("Learn how texts word the predicates.", "kb_train:lexicon"),
                "predicates": Command("List the predicates.", "kb:predicates"),
                "search": Command("Find entities and predicates by their names.", "kb:search"),
                "train": Command("Train an embedding, and save it with its graph.", "kb_train:train"),
            },
        ),
        "mcp": Command("Serve checks to agents over the Model Context Protocol.", "mcp:mcp"),
        "model": Group(
            "List the models that come with the package, and show their cards.",
            {
                "card": Command("Show the card of a model.", "model:card"),
                "list": Command("List the models.", "model:show_list"),
            },
        ),
        "shell": Command("Check one claim a line, with the models kept loaded.", "shell:shell"),
        "train": Group(
            "Train verdict models; most need the extra `train`.",
            {
                "claim-only": Command("Train a model that reads only the claim.", "train:claim_only"),
                "decomposable-attention": Command("Train decomposable attention.", "train:decomposable_attention"),
                "fever-mlp": Command("Train the FEVER paper's perceptron.", "train:fever_mlp"),
                "feverous": Command("Train the FEVEROUS paper's baseline.", "train_feverous:feverous"),
                "verdict": Command("Train the shipped encoder from a recipe.", "train_verdict:verdict"),
                "word-label-pmi": Command("Find words that give labels away.", "train:word_label_pmi"),
                **{name: Command(entry.summary, f"train_recipe:{name}") for name, entry in RECIPES.items()},
            },
        ),
    },
)
