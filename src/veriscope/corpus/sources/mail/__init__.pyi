"""What `veriscope.corpus.sources.mail` offers; each name is imported when it is first used."""

from .message import DAMAGED as DAMAGED
from .message import attachments as attachments
from .message import parse_mail as parse_mail
from .message import read_message as read_message
