import {
  newQuickJSWASMModuleFromVariant,
  newVariant,
  type QuickJSContext,
  RELEASE_SYNC,
  shouldInterruptAfterDeadline,
} from 'quickjs-emscripten';

/** Limits of one interpreter, all set. */
export interface InterpreterLimits {
  /** Milliseconds one call may take. */
  readonly milliseconds: number;
  /** Bytes all values together may take. */
  readonly memory: number;
}

/** What a call gave, or why it was stopped, in words its author can act on. */
export type SandboxResult =
  | { readonly ok: true; readonly text: string }
  | { readonly ok: false; readonly reason: 'time' | 'memory' | 'error'; readonly message: string };

/** What code in the sandbox finds besides the language: nothing that differs from run to run. */
const PRELUDE = `
  delete globalThis.Date;
  Math.random = () => { throw new Error('Math.random is not available: draw from the random argument'); };
`;

/** Node has it; its type declarations know only the namespace. */
const { Memory } = (globalThis as unknown as { readonly WebAssembly: WasmConstructors }).WebAssembly;

type WasmMemory = NonNullable<NonNullable<Parameters<typeof newVariant>[1]>['wasmMemory']>;

interface WasmConstructors {
  readonly Memory: new (pages: { readonly initial: number; readonly maximum: number }) => WasmMemory;
}

const PAGE = 65_536;
/** The interpreter's own code and tables, in pages: what its module asks for at the least. */
const OWN_PAGES = 256;

/**
 * A JavaScript interpreter in WebAssembly, without files, network, process, clock or chance. Its memory can grow no
 * further than the limit and some room for the interpreter itself.
 */
export async function openInterpreter(limits: InterpreterLimits): Promise<(code: string) => SandboxResult> {
  const wasmMemory = new Memory({
    initial: OWN_PAGES,
    maximum: OWN_PAGES + Math.ceil((2 * limits.memory) / PAGE),
  });
  const quickjs = await newQuickJSWASMModuleFromVariant(newVariant(RELEASE_SYNC, { wasmMemory }));
  const runtime = quickjs.newRuntime();
  runtime.setMemoryLimit(limits.memory);
  runtime.setMaxStackSize(256 * 1024);
  const context = runtime.newContext();
  const run = (code: string): SandboxResult => {
    runtime.setInterruptHandler(shouldInterruptAfterDeadline(Date.now() + limits.milliseconds));
    try {
      const result = context.evalCode(code, 'sampler.js');
      if (result.error === undefined) {
        const text = textOf(context, result.value);
        result.value.dispose();
        return { ok: true, text };
      }
      const thrown: unknown = context.dump(result.error);
      result.error.dispose();
      return failureOf(thrown, limits);
    } catch (error) {
      return failureOf(error, limits);
    }
  };
  run(PRELUDE);
  return run;
}

export function stoppedForTime({ milliseconds }: InterpreterLimits): SandboxResult {
  return { ok: false, reason: 'time', message: `it was stopped after ${milliseconds} ms: it does not end` };
}

export function stoppedForMemory({ memory }: InterpreterLimits): SandboxResult {
  const most = Math.round(memory / 1_048_576);
  return { ok: false, reason: 'memory', message: `it was stopped: it asked for more than ${most} MiB` };
}

function textOf(context: QuickJSContext, value: Parameters<QuickJSContext['dump']>[0]): string {
  const dumped: unknown = context.dump(value);
  return typeof dumped === 'string' ? dumped : (JSON.stringify(dumped) ?? '');
}

const HOST = /^'?(require|process|fetch|Date|setTimeout|WebSocket|XMLHttpRequest|Deno|Bun)'? is not defined/;
/** How the interpreter, or the memory it lies in, says that there is no more. */
const FULL = /out of memory|memory access out of bounds|Aborted|string too long/i;

function failureOf(thrown: unknown, limits: InterpreterLimits): SandboxResult {
  const { name = 'Error', message = String(thrown) } = (thrown ?? {}) as { name?: string; message?: string };
  if (message === 'interrupted') return stoppedForTime(limits);
  if (thrown === null || FULL.test(message)) return stoppedForMemory(limits);
  const hint = HOST.test(message) ? ' (a sampler has no files, network, process or clock)' : '';
  return { ok: false, reason: 'error', message: `${name}: ${message}${hint}` };
}
