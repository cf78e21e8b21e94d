export { RandomStream, type StreamName } from './stream.ts';
