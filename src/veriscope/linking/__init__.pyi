"""What `veriscope.linking` offers; each name is imported when it is first used."""

from .distant_supervision import DistantSupervision as DistantSupervision
from .distant_supervision import LabelledPair as LabelledPair
from .learned_lexicon import LexiconFitter as LexiconFitter
from .lexicon import Column as Column
from .lexicon import Lexicon as Lexicon
from .lexicon import Sense as Sense
from .lexicon import Weighing as Weighing
from .linker import GraphLinker as GraphLinker
from .phrases import senses_between as senses_between
from .phrases import senses_said as senses_said
from .plain_lexicon import phrase_lexicon as phrase_lexicon
