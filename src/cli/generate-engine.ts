import { hostname } from 'node:os';
import { resolve } from 'node:path';
import { UserError } from '../base/finding/index.ts';
import type { Domain } from '../define/index.ts';
import { bullmqShards } from '../engine/bullmq-shards.ts';
import { type DatabaseConfig, fingerprintOf, type GenerateOptions } from '../generate/index.ts';
import type { Output } from './output.ts';
import { versionOf } from './run-cli.ts';

/** The options that say where shards are made. */
export interface GenerateEngineArguments {
  readonly engine: 'local' | 'bullmq';
  readonly workers: number | undefined;
  readonly ahead: number | undefined;
}

/** @throws UserError for options that the engine has no use for */
export function checkEngine(args: GenerateEngineArguments & { readonly show: string | undefined }): void {
  if (args.engine === 'local' && args.ahead !== undefined) {
    throw new UserError('Cannot use --ahead with the local engine: it hands nothing out', {
      hint: 'add --engine bullmq, or leave --ahead out',
    });
  }
  if (args.ahead !== undefined && !(Number.isSafeInteger(args.ahead) && args.ahead >= 1)) {
    throw new UserError(`Cannot use --ahead ${args.ahead}: it must be a whole number, 1 or more`);
  }
  if (args.engine === 'bullmq' && args.workers !== undefined) {
    throw new UserError(
      'Cannot use --workers with the bullmq engine: its workers are processes of their own',
      {
        hint: 'start "taskwright worker" once per core, on any machine',
      },
    );
  }
  if (args.engine === 'bullmq' && args.show !== undefined) {
    throw new UserError('Cannot use --show with the bullmq engine: one row is made here', {
      hint: 'leave --engine out',
    });
  }
}

/** Where shards are made: in this process and its threads, or by workers on a Redis. */
export function sourceOf(
  args: GenerateEngineArguments,
  domain: Domain,
  config: DatabaseConfig,
  { out, output }: { readonly out: string; readonly output: Output },
): Pick<GenerateOptions, 'source'> {
  if (args.engine === 'local') return {};
  return {
    source: (task) =>
      bullmqShards({
        // The same command in the same folder goes on with the shards it finds.
        run: `${hostname()}:${resolve(out)}`,
        fingerprint: fingerprintOf(domain, config, task, versionOf()),
        ...(args.ahead !== undefined && { ahead: args.ahead }),
        onNoWorker: () =>
          output.line('no worker listens yet: start "taskwright worker" with the same REDIS_URL'),
      })(task),
  };
}
