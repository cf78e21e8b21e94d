import { newQuickJSWASMModule, type QuickJSContext, shouldInterruptAfterDeadline } from 'quickjs-emscripten';

export interface SandboxLimits {
  /** Milliseconds one call may take. */
  readonly milliseconds?: number;
  /** Bytes all values together may take. */
  readonly memory?: number;
}

/** What a call gave, or why it was stopped, in words its author can act on. */
export type SandboxResult =
  | { readonly ok: true; readonly text: string }
  | { readonly ok: false; readonly reason: 'time' | 'memory' | 'error'; readonly message: string };

/** JavaScript in a WASM interpreter of its own: no file, network, process, clock or chance. */
export interface Sandbox {
  /** Runs code and gives the string it evaluates to. */
  run(code: string): SandboxResult;
  dispose(): void;
}

/** What code in the sandbox finds besides the language: nothing that differs from run to run. */
const PRELUDE = `
  delete globalThis.Date;
  Math.random = () => { throw new Error('Math.random is not available: draw from the random argument'); };
`;

/** Opens a sandbox. Each has memory of its own, so that one that was filled up harms no other. */
export async function openSandbox({
  milliseconds = 1000,
  memory = 48 * 1024 * 1024,
}: SandboxLimits = {}): Promise<Sandbox> {
  const quickjs = await newQuickJSWASMModule();
  const runtime = quickjs.newRuntime();
  runtime.setMemoryLimit(memory);
  runtime.setMaxStackSize(256 * 1024);
  const context = runtime.newContext();
  const run = (code: string): SandboxResult => {
    runtime.setInterruptHandler(shouldInterruptAfterDeadline(Date.now() + milliseconds));
    const result = context.evalCode(code, 'sampler.js');
    if (result.error !== undefined) {
      const thrown: unknown = context.dump(result.error);
      result.error.dispose();
      return failureOf(thrown, milliseconds, memory);
    }
    const text = textOf(context, result.value);
    result.value.dispose();
    return { ok: true, text };
  };
  run(PRELUDE);
  return {
    run,
    dispose: () => {
      try {
        context.dispose();
        runtime.dispose();
      } catch {
        // After running out of memory the interpreter cannot take itself apart; its memory goes with the module.
      }
    },
  };
}

function textOf(context: QuickJSContext, value: Parameters<QuickJSContext['dump']>[0]): string {
  const dumped: unknown = context.dump(value);
  return typeof dumped === 'string' ? dumped : (JSON.stringify(dumped) ?? '');
}

function failureOf(thrown: unknown, milliseconds: number, memory: number): SandboxResult {
  const { name = 'Error', message = String(thrown) } = (thrown ?? {}) as { name?: string; message?: string };
  if (message === 'interrupted') {
    return { ok: false, reason: 'time', message: `it was stopped after ${milliseconds} ms: it does not end` };
  }
  if (thrown === null || /out of memory/.test(message)) {
    return {
      ok: false,
      reason: 'memory',
      message: `it was stopped: it asked for more than ${Math.round(memory / 1048576)} MiB`,
    };
  }
  const missing =
    /^'?(require|process|fetch|Date|setTimeout|WebSocket|XMLHttpRequest|Deno|Bun)'? is not defined/.exec(
      message,
    );
  const hint = missing ? ' (a sampler has no files, network, process or clock)' : '';
  return { ok: false, reason: 'error', message: `${name}: ${message}${hint}` };
}
