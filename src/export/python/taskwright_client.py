"""Thin client of a taskwright server: the tools of one session over MCP, and its verdict.

Start the server first:  taskwright serve-mcp DOMAIN --http --port PORT --database DIR --tasks FILE --grade
Only the standard library is used. The tools run in the server, so that they are the same for every harness.
"""

import json
import urllib.parse
import urllib.request


class TaskwrightSession:
    """One session: a database of its own, started from one task."""

    def __init__(self, url, task=None, timeout=60):
        self.url = url if task is None else f"{url}?task={urllib.parse.quote(task)}"
        self.timeout = timeout
        self.session = None
        self._id = 0
        self._request(
            "initialize",
            {
                "protocolVersion": "2025-03-26",
                "capabilities": {},
                "clientInfo": {"name": "taskwright-client", "version": "1"},
            },
        )
        self._send({"jsonrpc": "2.0", "method": "notifications/initialized"})

    def tools(self):
        """Descriptions of the tools: name, description, inputSchema."""
        return self._request("tools/list", {})["tools"]

    def call(self, name, arguments):
        """The observation of one call as text, and whether it failed."""
        result = self._request("tools/call", {"name": name, "arguments": arguments})
        return result["content"][0]["text"], bool(result.get("isError"))

    def grade(self, messages):
        """The verdict on this session. `messages` are the agent's messages to the user, in order."""
        body = json.dumps({"messages": messages}).encode()
        return json.loads(self._post(self.url.replace("/mcp", "/grade", 1), body))

    def close(self):
        request = urllib.request.Request(self.url, method="DELETE", headers=self._headers())
        try:
            urllib.request.urlopen(request, timeout=self.timeout).read()
        except OSError:
            pass

    def _headers(self):
        headers = {
            "content-type": "application/json",
            "accept": "application/json, text/event-stream",
        }
        if self.session is not None:
            headers["mcp-session-id"] = self.session
        return headers

    def _post(self, url, body):
        request = urllib.request.Request(url, data=body, headers=self._headers())
        with urllib.request.urlopen(request, timeout=self.timeout) as response:
            self.session = response.headers.get("mcp-session-id") or self.session
            return response.read().decode()

    def _send(self, message):
        return self._post(self.url, json.dumps(message).encode())

    def _request(self, method, params):
        self._id += 1
        text = self._send({"jsonrpc": "2.0", "id": self._id, "method": method, "params": params})
        for line in text.splitlines():
            data = line[5:].strip() if line.startswith("data:") else line.strip()
            if not data.startswith("{"):
                continue
            message = json.loads(data)
            if message.get("id") == self._id:
                if "error" in message:
                    raise RuntimeError(message["error"]["message"])
                return message["result"]
        raise RuntimeError(f"no answer to {method}")
