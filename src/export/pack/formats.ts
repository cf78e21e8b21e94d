import { croissantFormat } from '../formats/croissant.ts';
import { harborFormat } from '../formats/harbor.ts';
import { huggingfaceFormat } from '../formats/huggingface.ts';
import { inspectFormat } from '../formats/inspect.ts';
import { taskwrightFormat } from '../formats/taskwright.ts';
import { tauBenchFormat } from '../formats/tau-bench.ts';
import { tau2BenchFormat } from '../formats/tau2-bench.ts';
import { verifiersFormat } from '../formats/verifiers.ts';
import type { PackFormat } from './pack.ts';

/** The forms packs are written in. */
export const PACK_FORMATS: readonly PackFormat[] = [
  taskwrightFormat,
  tauBenchFormat,
  tau2BenchFormat,
  harborFormat,
  verifiersFormat,
  huggingfaceFormat,
  inspectFormat,
  croissantFormat,
];
