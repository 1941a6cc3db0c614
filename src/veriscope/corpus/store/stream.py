"""Streams a source through worker processes, in order."""

from collections.abc import Iterator
from functools import partial
from itertools import islice

from veriscope.corpus.sources import PlannedSource, RawRecord, Skip, format_of
from veriscope.corpus.store.prepare import PreparedBatch, prepare
from veriscope.files import WorkerPool, in_order

_BATCH_RECORDS = 250
_BATCH_BYTES = 2**21
_BATCHES_PER_WORKER = 3


def prepared_batches(
    source: PlannedSource, pool: WorkerPool | None, *, skip: int, in_process: int
) -> Iterator[PreparedBatch]:
    """The batches of a source in order, without its first `skip` records; the next `in_process` need no worker."""
    source_format = format_of(source)
    work = partial(prepare, source_format)
    records = islice(source_format.records(source.path), skip, None)
    yield from map(work, _batches(islice(records, in_process)))
    yield from in_order(work, _batches(records), pool, ahead=_BATCHES_PER_WORKER)


def _batches(records: Iterator[RawRecord | Skip]) -> Iterator[list[RawRecord | Skip]]:
    batch: list[RawRecord | Skip] = []
    size = 0
    for record in records:
        batch.append(record)
        size += len(record.payload) if isinstance(record, RawRecord) else 0
        if len(batch) >= _BATCH_RECORDS or size >= _BATCH_BYTES:
            yield batch
            batch, size = [], 0
    if batch:
        yield batch
