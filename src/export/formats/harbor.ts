import { stringify } from 'smol-toml';
import { scenarioText } from '../../annotate/index.ts';
import { type PackFile, textFile } from '../archive/pack-file.ts';
import { authoredTask, databaseFiles, jsonFile, publicTask } from '../pack/files.ts';
import type { PackContent, PackFormat, ValidatedTask } from '../pack/pack.ts';

/**
 * Harbor task folders: `task.toml`, `instruction.md`, `environment/`, `tests/test.sh`, and in the sealed variant
 * `solution/solve.sh`. The tools run in a sidecar that serves MCP; the verifier asks it for the verdict.
 */
export const harborFormat: PackFormat = {
  name: 'harbor',
  describe: 'Harbor task folders with an MCP sidecar',
  use: '`harbor run -p TASK_FOLDER -a AGENT -m MODEL`. Each folder starts the tools in a container of their own, which installs taskwright.',
  write(content) {
    return content.tasks.flatMap((task) => folder(task, content));
  },
};

const PORT = 8931;

function folder(task: ValidatedTask, { domain, database, meta, variant }: PackContent): PackFile[] {
  const root = task.id;
  const config = {
    schema_version: '1.1',
    task: {
      name: `${meta.name}/${task.id}`,
      description: `${domain.description}`,
      authors: meta.authors.map((name) => ({ name })),
      keywords: [domain.name, ...task.tags],
    },
    metadata: { canary: meta.canary, pack_version: meta.version, evidence: task.evidence.grade },
    verifier: { timeout_sec: 120 },
    agent: { timeout_sec: 900 },
    environment: {
      build_timeout_sec: 600,
      mcp_servers: [{ name: domain.name, transport: 'streamable-http', url: `http://tools:${PORT}/mcp` }],
    },
  };
  const sealed = variant === 'sealed';
  return [
    textFile(`${root}/task.toml`, `${stringify(config)}\n`),
    textFile(`${root}/instruction.md`, instruction(task, domain.policy.text)),
    textFile(
      `${root}/environment/Dockerfile`,
      'FROM debian:bookworm-slim\nRUN apt-get update && apt-get install -y curl && rm -rf /var/lib/apt/lists/*\n',
    ),
    textFile(`${root}/environment/docker-compose.yaml`, compose(domain.name, task.id)),
    textFile(
      `${root}/environment/tools/Dockerfile`,
      `FROM node:24-slim\nRUN npm install --global taskwright@${meta.software}\nCOPY . /pack\n`,
    ),
    jsonFile(
      `${root}/environment/tools/task.json`,
      sealed ? authoredTask(task) : { ...publicTask(task), goldActions: [] },
    ),
    ...databaseFiles(database, `${root}/environment/tools/database`),
    textFile(`${root}/tests/test.sh`, TEST),
    ...(sealed ? [textFile(`${root}/solution/solve.sh`, solution(task))] : []),
  ];
}

function instruction(task: ValidatedTask, policy: string): string {
  return `${policy}\n\n# The user's request\n\nNo user can be asked: all the user would say stands here. Write what you tell the user to /app/answer.txt.\n\n${scenarioText(task.scenario)}\n`;
}

function compose(domain: string, task: string): string {
  return `services:
  main:
    depends_on:
      tools:
        condition: service_healthy
  tools:
    build: ./tools
    command: taskwright serve-mcp ${domain} --http --host 0.0.0.0 --port ${PORT} --database /pack/database --tasks /pack/task.json --task ${task} --grade
    healthcheck:
      test: ["CMD", "node", "-e", "fetch('http://127.0.0.1:${PORT}/health').then(r=>process.exit(r.ok?0:1),()=>process.exit(1))"]
      interval: 2s
      retries: 30
`;
}

const TEST = `#!/bin/bash
# Asks the tools' server for the verdict on what the agent did, and writes it where Harbor reads it.
mkdir -p /logs/verifier
answer=$(cat /app/answer.txt 2>/dev/null)
verdict=$(curl -s -X POST -H 'content-type: text/plain' --data-binary "$answer" http://tools:${PORT}/grade)
echo "$verdict"
case "$verdict" in
  *'"kind":"pass"'*) echo 1 > /logs/verifier/reward.txt ;;
  *) echo 0 > /logs/verifier/reward.txt ;;
esac
`;

function solution(task: ValidatedTask): string {
  const calls = task.goldActions.map(
    ({ tool, args }) => `call '${JSON.stringify({ name: tool, arguments: args }).replaceAll("'", "'\\''")}'`,
  );
  const told = task.outputs.join('\n').replaceAll("'", "'\\''");
  return `#!/bin/bash
# The gold actions of this task, in order.
call() { curl -s -X POST -H 'content-type: application/json' --data-binary "$1" http://tools:${PORT}/call; echo; }
${calls.join('\n')}
mkdir -p /app && printf '%s\\n' '${told}' > /app/answer.txt
`;
}
