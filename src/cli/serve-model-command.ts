import type { Argv } from 'yargs';
import { UserError } from '../base/finding/index.ts';
import { isJsonObject, parseJson } from '../base/json/index.ts';
import { readDocument, readText } from '../formats/index.ts';
import {
  chatRecordingOf,
  evenRates,
  type FaultPlan,
  looksLikeChatRecording,
  type Recording,
  readScript,
  recordingOf,
  replayBrain,
  SERVER_FAULTS,
  type ServedBrain,
  type ServerFault,
  scriptBrain,
  serveModel,
  type Trial,
} from '../simulate/index.ts';
import { defineCommand, type GlobalArguments } from './command.ts';

interface ServeModelArguments {
  readonly script: string | undefined;
  readonly replay: string | undefined;
  readonly port: number;
  readonly seed: number;
  readonly faultRate: number;
  readonly fault: readonly string[] | undefined;
  readonly contextTokens: number | undefined;
  readonly refuseTools: boolean;
  readonly keyEnv: string | undefined;
}

/** `taskwright serve-model`: an OpenAI-compatible server on loopback without a model behind it. */
export const serveModelCommand = defineCommand<ServeModelArguments>({
  command: 'serve-model',
  describe: 'serve a scripted or recorded model on loopback, with faults',
  examples: [
    ['$0 serve-model --script rules.json', 'answers by rules: [{ role, says, answer }]'],
    ['$0 serve-model --replay validation-runs/retail/RUN/trials.jsonl', 'recorded trials speak again'],
    ['$0 serve-model --script rules.json --fault-rate 0.2 --seed 7', 'every fifth attempt fails'],
    ['$0 serve-model --script rules.json --fault rate-limit=0.1', 'one kind of fault'],
  ],
  options: (yargs) =>
    yargs
      .option('script', { type: 'string', describe: 'JSON file of rules' })
      .option('replay', { type: 'string', describe: 'trials.jsonl of a run' })
      .conflicts('script', 'replay')
      .option('port', { type: 'number', default: 0, describe: 'port on 127.0.0.1 (0: a free one)' })
      .option('seed', { type: 'number', default: 1, describe: 'seed of the faults' })
      .option('fault-rate', {
        type: 'number',
        default: 0,
        describe: 'share of attempts that fail, all kinds',
      })
      .option('fault', {
        type: 'string',
        array: true,
        nargs: 1,
        describe: `KIND=RATE of ${SERVER_FAULTS.join(', ')}`,
      })
      .option('context-tokens', { type: 'number', describe: 'refuse longer requests' })
      .option('refuse-tools', { type: 'boolean', default: false, describe: 'refuse requests with tools' })
      .option('key-env', {
        type: 'string',
        describe: 'let in only the key in this environment variable',
      }) as unknown as Argv<ServeModelArguments & GlobalArguments>,
  run: async (args, { output, signal }) => {
    const key = args.keyEnv === undefined ? undefined : process.env[args.keyEnv];
    if (args.keyEnv !== undefined && (key ?? '') === '') {
      throw new UserError(`Cannot serve model: environment variable ${args.keyEnv} is not set`);
    }
    const server = await serveModel({
      brain: brainOf(args),
      port: args.port,
      faults: faultsOf(args),
      ...(key !== undefined && { key }),
      ...(args.contextTokens !== undefined && { contextTokens: args.contextTokens }),
      ...(args.refuseTools && { tools: 'refuse' as const }),
    });
    output.line(`serving ${server.url}`);
    output.line(`use it as --model NAME@${server.url}; Ctrl-C stops`);
    output.result({ url: server.url });
    await new Promise<void>((resolve) => {
      if (signal.aborted) resolve();
      signal.addEventListener('abort', () => resolve(), { once: true });
    });
    await server.close();
    const counts = Object.entries(server.counts).map(([name, count]) => `${name} ${count}`);
    output.line(counts.length === 0 ? 'nothing was asked' : counts.join(', '));
    return 0;
  },
});

function brainOf({ script, replay }: ServeModelArguments): ServedBrain {
  if (script !== undefined) return scriptBrain(readScript(readDocument(script), script));
  if (replay === undefined) {
    throw new UserError('Cannot serve model: nothing says what it answers', {
      hint: '--script rules.json, or --replay trials.jsonl',
    });
  }
  return replayBrain(readRecordings(replay));
}

function readRecordings(path: string): Recording[] {
  const lines = readText(path).split('\n');
  return lines.flatMap((text, index) => {
    if (text.trim() === '') return [];
    const line = parseJson(text, `${path}:${index + 1}`);
    if (isJsonObject(line) && looksLikeChatRecording(line)) return [chatRecordingOf(line)];
    const { task, trial, transcript } = line as unknown as Trial;
    if (!isJsonObject(line) || !Array.isArray(transcript)) {
      throw new UserError(`Cannot replay "${path}": line ${index + 1} is no recorded trial`, {
        at: `${path}:${index + 1}`,
      });
    }
    return [recordingOf(`${task}#${trial}`, transcript)];
  });
}

function faultsOf({ seed, faultRate, fault = [] }: ServeModelArguments): FaultPlan {
  const rates: Partial<Record<ServerFault, number>> = { ...evenRates(faultRate) };
  for (const text of fault) {
    const [kind = '', rate = ''] = text.split('=');
    const known = SERVER_FAULTS.find((candidate) => candidate === kind);
    if (known === undefined || !(Number(rate) >= 0 && Number(rate) <= 1) || rate === '') {
      throw new UserError(`Cannot read fault "${text}": it is no KIND=RATE`, {
        hint: `kinds are ${SERVER_FAULTS.join(', ')}; a rate is between 0 and 1`,
      });
    }
    rates[known] = Number(rate);
  }
  return { seed, rates };
}
