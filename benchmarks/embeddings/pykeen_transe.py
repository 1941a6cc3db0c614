"""Trains PyKEEN's TransE; runs in an environment with PyKEEN, and is started by run.py.

    python pykeen_transe.py FACTS.npy OUT.npz --entities N --predicates N --epochs N --batch N --threads N

Margin ranking, L1, 100 dimensions, one corrupted fact for each: PyKEEN's defaults but for the dimension. Prints the
seconds and processor seconds of each epoch.
"""

import argparse
import json
import time

import numpy as np
import torch
from pykeen.models import TransE
from pykeen.training import SLCWATrainingLoop, TrainingCallback
from pykeen.triples import CoreTriplesFactory


class Clock(TrainingCallback):
    """Notes when each epoch ends."""

    def __init__(self) -> None:
        super().__init__()
        self.times = [(time.perf_counter(), time.process_time())]

    def post_epoch(self, **_) -> None:
        self.times.append((time.perf_counter(), time.process_time()))


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("facts")
    parser.add_argument("out")
    for name in ("entities", "predicates", "epochs", "batch", "threads"):
        parser.add_argument(f"--{name}", type=int, required=True)
    asked = parser.parse_args()
    torch.manual_seed(0)
    torch.set_num_threads(asked.threads)
    facts = CoreTriplesFactory(
        torch.from_numpy(np.load(asked.facts).astype(np.int64)),
        num_entities=asked.entities,
        num_relations=asked.predicates,
    )
    model = TransE(triples_factory=facts, embedding_dim=100, scoring_fct_norm=1, random_seed=0)
    loop = SLCWATrainingLoop(model=model, triples_factory=facts, optimizer=torch.optim.Adam(model.parameters()))
    clock = Clock()
    loop.train(facts, num_epochs=asked.epochs, batch_size=asked.batch, callbacks=clock, use_tqdm=False)
    vectors = [each().detach().numpy() for each in (model.entity_representations[0], model.relation_representations[0])]
    np.savez(asked.out, entities=vectors[0], predicates=vectors[1])
    epochs = [(end[0] - start[0], end[1] - start[1]) for start, end in zip(clock.times, clock.times[1:], strict=False)]
    print(json.dumps({"epochs": epochs}))


if __name__ == "__main__":
    main()
