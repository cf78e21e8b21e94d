/**
 * Overhead of the harness against a server without latency: trials a second, CPU of one model call, and how much of it
 * is the `openai` client's own. The server runs in a process of its own, so that its CPU is not counted.
 * Use: tsx bench/harness.ts
 */
import { fork } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import OpenAI from 'openai';
import PQueue from 'p-queue';
import { createModel, type ModelRequest } from '../src/base/model/index.ts';
import { describeTool } from '../src/define/index.ts';
import { lmAgent, lmUser, serveModel } from '../src/simulate/index.ts';
import { shop } from '../test/fixtures/shop.ts';
import { CLOSE_SCRIPT, play } from '../test/simulate/cast.ts';

if (process.argv[2] === 'server') {
  const { scriptBrain } = await import('../src/simulate/index.ts');
  const server = await serveModel({ brain: scriptBrain(CLOSE_SCRIPT) });
  process.send?.(server.url);
} else {
  await main();
}

async function main(): Promise<void> {
  const child = fork(fileURLToPath(import.meta.url), ['server'], { execArgv: process.execArgv });
  const url = await new Promise<string>((resolve) => child.once('message', (text) => resolve(String(text))));
  const result = await measure(url);
  child.kill();
  console.table(result.calls);
  console.log(result.trials);
  writeFileSync(new URL('results/harness.json', import.meta.url), `${JSON.stringify(result, null, 1)}\n`);
}

async function measure(url: string) {
  const model = createModel({ name: 'm', baseUrl: url, keyEnv: null, sendTrial: true }, { env: {} });
  const client = new OpenAI({ apiKey: 'none', baseURL: url, maxRetries: 0 });
  const tools = shop.tools.map(describeTool);
  const request: ModelRequest = {
    messages: [
      { role: 'system', content: shop.policy.text },
      { role: 'user', content: 'Please close p100 for 5, I am ada@example.com.' },
    ],
    tools,
    temperature: 0,
  };
  const body = JSON.stringify({
    model: 'm',
    messages: request.messages,
    temperature: 0,
    tools: tools.map((tool) => ({ type: 'function', function: tool })),
  });
  const headers = { 'content-type': 'application/json', 'x-taskwright-role': 'agent' };
  const ways: Readonly<Record<string, () => Promise<unknown>>> = {
    fetch: async () => {
      const response = await fetch(`${url}/chat/completions`, { method: 'POST', headers, body });
      return response.json();
    },
    openai: () => client.chat.completions.create(JSON.parse(body), { headers }),
    taskwright: () => model.complete(request, { role: 'agent', scope: 'bench#0' }),
  };
  const calls: Record<string, number> = {};
  // Rounds alternate, so that a busy machine disturbs all ways alike; the middle of the rounds counts.
  const rounds: Record<string, number[]> = { fetch: [], openai: [], taskwright: [] };
  for (let round = 0; round < 7; round += 1) {
    for (const [name, way] of Object.entries(ways)) rounds[name]?.push(await cpuPerCall(way, 400));
  }
  for (const [name, list] of Object.entries(rounds)) calls[name] = middle(list);
  const { fetch: raw = 0, openai = 0, taskwright = 0 } = calls;
  const trials = await trialRate(model, 400);
  return {
    unit: 'microseconds of CPU a model call, this process, median of 7 rounds of 400 calls',
    calls,
    shares: {
      'fetch and sockets': raw / taskwright,
      'openai client above fetch': (openai - raw) / taskwright,
      'taskwright above the client': (taskwright - openai) / taskwright,
    },
    trials,
  };
}

async function cpuPerCall(call: () => Promise<unknown>, times: number): Promise<number> {
  const queue = new PQueue({ concurrency: 8 });
  const before = process.cpuUsage();
  await queue.addAll(Array.from({ length: times }, () => call));
  const { user, system } = process.cpuUsage(before);
  return (user + system) / times;
}

async function trialRate(model: ReturnType<typeof createModel>, count: number) {
  const agent = lmAgent({ model, strategy: 'tool-calling' });
  const user = lmUser({ model, strategy: 'lm' });
  const queue = new PQueue({ concurrency: 8 });
  let calls = 0;
  const before = process.cpuUsage();
  const start = performance.now();
  await queue.addAll(
    Array.from({ length: count }, (_, trial) => async () => {
      const run = await play(agent, user, { trial });
      calls += run.usage.agent.calls + run.usage.user.calls;
      if (run.stop !== 'user-stop') throw new Error(`${run.stop}: ${run.fault?.message}`);
    }),
  );
  const seconds = (performance.now() - start) / 1000;
  const { user: own, system } = process.cpuUsage(before);
  return {
    trials: count,
    callsPerTrial: calls / count,
    perSecond: count / seconds,
    perCpuSecond: count / ((own + system) / 1_000_000),
    cpuMicrosecondsPerCall: (own + system) / calls,
  };
}

function middle(list: readonly number[]): number {
  return [...list].sort((left, right) => left - right)[Math.floor(list.length / 2)] as number;
}
