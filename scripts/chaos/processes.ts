import { type ChildProcess, spawn } from 'node:child_process';
import { startRedis } from '../redis-process.ts';

const MAIN = new URL('../../dist/src/cli/main.js', import.meta.url).pathname;

/** The processes of one chaos run, so that none outlives it. */
export class Processes {
  readonly #workspace: string;
  readonly #children = new Set<ChildProcess>();
  environment: NodeJS.ProcessEnv = process.env;

  constructor(workspace: string) {
    this.#workspace = workspace;
  }

  /** Starts a command of the built command line. */
  cli(words: readonly string[]): ChildProcess {
    return this.#keep(
      spawn(process.execPath, [MAIN, ...words, '--workspace', this.#workspace], {
        env: this.environment,
        stdio: ['ignore', 'pipe', 'inherit'],
      }),
    );
  }

  /** Starts a Redis of our own on loopback, and points commands to it. */
  async redis(): Promise<void> {
    const { url, process: child } = await startRedis(this.#workspace);
    this.#keep(child);
    this.environment = { ...process.env, REDIS_URL: url };
  }

  killAll(): void {
    for (const child of this.#children) child.kill('SIGKILL');
  }

  #keep(child: ChildProcess): ChildProcess {
    child.stdout?.resume();
    this.#children.add(child);
    child.on('exit', () => this.#children.delete(child));
    return child;
  }
}

/** Waits for the end of a command, which must have done its work. */
export async function finished(child: ChildProcess): Promise<void> {
  const code = await gone(child);
  if (code !== 0 && code !== 1) throw new Error(`${child.spawnargs.slice(2).join(' ')} ended with ${code}`);
}

export async function gone(child: ChildProcess): Promise<number | null> {
  if (child.exitCode === null && child.signalCode === null)
    await new Promise((resolve) => child.on('exit', resolve));
  return child.exitCode;
}
