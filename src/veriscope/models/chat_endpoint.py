"""Asks a language model behind an endpoint that speaks OpenAI's chat protocol: Ollama, llama.cpp, vLLM and others."""

from dataclasses import dataclass, field
from typing import Any

from veriscope.errors import InputError, MissingExtraError, UsageError

_TIMEOUT_S = 300.0
_SHOWN = 200


@dataclass(frozen=True, slots=True)
class ChatEndpoint:
    """The base URL of an endpoint (`http://localhost:11434/v1`), and the name of the model there.

    What is asked goes to that address and nowhere else; redirects are not followed.
    """

    url: str
    model: str
    key: str = field(default="", repr=False)

    def __post_init__(self) -> None:
        if not self.url.startswith(("http://", "https://")):
            raise UsageError(f"endpoint {self.url!r}: expected a URL, such as http://localhost:11434/v1")
        if not self.model:
            raise UsageError(f"the endpoint {self.url} needs the name of a model there")

    def ask(self, instruction: str, question: str) -> str:
        """The model's answer, with the least randomness that the endpoint allows."""
        asked = {
            "model": self.model,
            "temperature": 0,
            "seed": 0,
            "messages": [{"role": "system", "content": instruction}, {"role": "user", "content": question}],
        }
        answered = self._post(asked)
        try:
            text = answered["choices"][0]["message"]["content"]
        except (LookupError, TypeError):
            raise InputError(f"{self._place} answers in another form than OpenAI's: {str(answered)[:_SHOWN]}") from None
        return text if isinstance(text, str) else ""

    @property
    def _place(self) -> str:
        return f"{self.url.rstrip('/')}/chat/completions"

    def _post(self, asked: dict[str, object]) -> Any:  # noqa: ANN401 - whatever the endpoint sends
        try:
            import httpx  # noqa: PLC0415 - an extra
        except ModuleNotFoundError:
            raise MissingExtraError("asking an endpoint", extra="endpoint") from None
        headers = {"Authorization": f"Bearer {self.key}"} if self.key else {}
        try:
            response = httpx.post(self._place, json=asked, headers=headers, timeout=_TIMEOUT_S, trust_env=False)
            if response.status_code in {401, 403}:
                raise InputError(f"{self._place} refuses the key; set the environment variable VERISCOPE_ENDPOINT_KEY")
            if not response.is_success:
                said = " ".join(response.text.split())[:_SHOWN]
                raise InputError(f"{self._place} answers with status {response.status_code}: {said}")
            return response.json()
        except (httpx.HTTPError, httpx.InvalidURL) as error:
            raise InputError(f"{self._place} cannot be asked: {error or type(error).__name__}") from None
        except ValueError:
            raise InputError(f"{self._place} answers with what is no JSON") from None
