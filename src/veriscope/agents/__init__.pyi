"""What `veriscope.agents` offers; each name is imported when it is first used."""

from .serving import LOOPBACK as LOOPBACK
from .serving import serve_http as serve_http
from .serving import serve_stdio as serve_stdio
from .sources import OpenSources as OpenSources
from .tools import TOOLS as TOOLS
from .tools import AgentTool as AgentTool
from .tools import answer_call as answer_call
from .tools import input_schema as input_schema
