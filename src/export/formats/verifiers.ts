import { textFile } from '../archive/pack-file.ts';
import { databaseFiles, jsonFile, linesFile } from '../pack/files.ts';
import type { PackFormat } from '../pack/pack.ts';
import { pythonClient } from '../python/python-files.ts';
import { servedTasks } from './served-tasks.ts';

/** A verifiers environment package: rows of `prompt` and `info`, and `load_environment` over our server. */
export const verifiersFormat: PackFormat = {
  name: 'verifiers',
  describe: 'verifiers environment package',
  use: 'Start `taskwright serve-mcp DOMAIN --http --port 8931 --tasks MODULE/data/tasks.json --database MODULE/data/database --grade`, install this package, and call `load_environment(user)`.',
  write(content) {
    const { domain, database, tasks, meta } = content;
    const module = meta.name.replaceAll(/[^a-z0-9]+/gi, '_').toLowerCase();
    const rows = tasks.map((task) => ({
      prompt: [{ role: 'user', content: task.scenario.opening ?? '' }],
      info: JSON.stringify({ task: task.id, scenario: task.scenario, canary: meta.canary }),
    }));
    return [
      textFile('pyproject.toml', pyproject(module, meta.version, domain.description)),
      textFile(
        `${module}/__init__.py`,
        `from .environment import load_environment\n\n__all__ = ["load_environment"]\n`,
      ),
      textFile(`${module}/environment.py`, ENVIRONMENT),
      pythonClient(`${module}/taskwright_client.py`),
      linesFile(`${module}/data/tasks.jsonl`, rows),
      textFile(`${module}/data/policy.md`, domain.policy.text),
      jsonFile(`${module}/data/tasks.json`, servedTasks(content)),
      ...databaseFiles(database, `${module}/data/database`),
    ];
  },
};

function pyproject(name: string, version: string, description: string): string {
  return `[project]
name = "${name}"
version = "${version}"
description = ${JSON.stringify(description)}
requires-python = ">=3.10"
dependencies = ["verifiers"]

[build-system]
requires = ["hatchling"]
build-backend = "hatchling.build"

[tool.hatch.build]
include = ["${name}/**"]
`;
}

const ENVIRONMENT = `"""verifiers environment over the tools of a taskwright server (see taskwright_client.py for how to start it).

The simulated user is the caller's: pass \`user\`, a function from (scenario, messages) to the user's next text, which
ends the conversation with ###STOP###. Tools and verdict come from the server.
"""

import json
import os
from pathlib import Path

import verifiers as vf
from datasets import Dataset

from .taskwright_client import TaskwrightSession

DATA = Path(__file__).parent / "data"
URL = os.environ.get("TASKWRIGHT_URL", "http://127.0.0.1:8931/mcp")
STOP = "###STOP###"


class TaskwrightEnv(vf.MultiTurnEnv):
    def __init__(self, user, **kwargs):
        super().__init__(**kwargs)
        self.user = user

    async def setup_state(self, state, **kwargs):
        info = json.loads(state["info"]) if isinstance(state["info"], str) else state["info"]
        state["scenario"] = info["scenario"]
        state["session"] = TaskwrightSession(URL, task=info["task"])
        state["done"] = False
        return state

    async def is_completed(self, messages, state, **kwargs):
        return state.get("done", False)

    async def env_response(self, messages, state, **kwargs):
        last = messages[-1]
        calls = last.get("tool_calls") or []
        if calls:
            call = calls[0]
            function = call["function"] if isinstance(call, dict) else call.function
            name = function["name"] if isinstance(function, dict) else function.name
            arguments = function["arguments"] if isinstance(function, dict) else function.arguments
            text, _failed = state["session"].call(name, json.loads(arguments or "{}"))
            call_id = call["id"] if isinstance(call, dict) else call.id
            return [{"role": "tool", "tool_call_id": call_id, "content": text}], state
        text = self.user(state["scenario"], messages)
        state["done"] = STOP in text
        return [{"role": "user", "content": text.replace(STOP, "").strip()}], state


def final_database(completion, state, **kwargs):
    said = [m["content"] for m in completion if m["role"] == "assistant" and m.get("content")]
    return 1.0 if state["session"].grade(said)["kind"] == "pass" else 0.0


def load_environment(user, **kwargs):
    rows = [json.loads(line) for line in (DATA / "tasks.jsonl").read_text().splitlines()]
    described = TaskwrightSession(URL)
    tools = [
        {
            "type": "function",
            "function": {
                "name": tool["name"],
                "description": tool["description"],
                "parameters": tool["inputSchema"],
            },
        }
        for tool in described.tools()
    ]
    described.close()
    return TaskwrightEnv(
        user=user,
        dataset=Dataset.from_list(rows),
        system_prompt=(DATA / "policy.md").read_text(),
        rubric=vf.Rubric(funcs=[final_database]),
        oai_tools=tools,
        **kwargs,
    )
`;
