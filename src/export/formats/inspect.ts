import { scenarioText } from '../../annotate/index.ts';
import { textFile } from '../archive/pack-file.ts';
import { databaseFiles, jsonFile, linesFile } from '../pack/files.ts';
import type { PackFormat } from '../pack/pack.ts';
import { pythonClient } from '../python/python-files.ts';
import { servedTasks } from './served-tasks.ts';

/** Inspect: a JSONL dataset of samples (`id`, `input`, `target`, `metadata`) and a thin task that calls our server. */
export const inspectFormat: PackFormat = {
  name: 'inspect',
  describe: 'Inspect dataset (JSONL) and a thin task',
  use: 'Start `taskwright serve-mcp DOMAIN --http --port 8931 --tasks tasks.json --database database --grade`, then `inspect eval task.py`.',
  write(content) {
    const { domain, database, tasks, variant, meta } = content;
    const samples = tasks.map((task) => ({
      id: task.id,
      input: scenarioText(task.scenario),
      target: variant === 'sealed' ? task.gold.outcome.hash : '',
      metadata: { domain: domain.name, tags: task.tags, canary: meta.canary },
    }));
    return [
      linesFile('samples.jsonl', samples),
      textFile('policy.md', domain.policy.text),
      textFile('task.py', shim(domain.name)),
      pythonClient('taskwright_client.py'),
      jsonFile('tasks.json', servedTasks(content)),
      ...databaseFiles(database, 'database'),
    ];
  },
};

function shim(domain: string): string {
  return `"""Inspect task over the tools of a taskwright server (see taskwright_client.py for how to start it)."""

import os
from pathlib import Path

from inspect_ai import Task, task
from inspect_ai.dataset import json_dataset
from inspect_ai.scorer import Score, accuracy, scorer, stderr
from inspect_ai.solver import generate, system_message, use_tools
from inspect_ai.tool import ToolDef
from inspect_ai.util import store

from taskwright_client import TaskwrightSession

HERE = Path(__file__).parent
URL = os.environ.get("TASKWRIGHT_URL", "http://127.0.0.1:8931/mcp")


def session_of(state):
    session = store().get("taskwright")
    if session is None:
        session = TaskwrightSession(URL, task=state.sample_id)
        store().set("taskwright", session)
    return session


def tools():
    described = TaskwrightSession(URL)
    definitions = []
    for tool in described.tools():
        name = tool["name"]

        async def call(_name=name, **arguments):
            return store().get("taskwright").call(_name, arguments)[0]

        definitions.append(
            ToolDef(
                call,
                name=name,
                description=tool["description"],
                parameters=tool["inputSchema"],
            ).as_tool()
        )
    described.close()
    return definitions


@scorer(metrics=[accuracy(), stderr()])
def final_database():
    async def score(state, target):
        messages = [m.text for m in state.messages if m.role == "assistant" and not m.tool_calls]
        verdict = session_of(state).grade(messages)
        return Score(value=1 if verdict["kind"] == "pass" else 0, explanation=str(verdict))

    return score


@task
def ${domain.replaceAll('-', '_')}():
    return Task(
        dataset=json_dataset(str(HERE / "samples.jsonl")),
        solver=[
            system_message((HERE / "policy.md").read_text()),
            use_tools(tools()),
            generate(),
        ],
        scorer=final_database(),
    )
`;
}
