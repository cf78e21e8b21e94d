import { StdioServerTransport } from '@modelcontextprotocol/sdk/server/stdio.js';
import type { Environment } from '../../environment/index.ts';
import { domainServer } from './domain-server.ts';

/** Serves one session over standard input and output, until the other side closes or the signal aborts. */
export async function serveStdio(
  environment: Environment,
  version: string,
  signal: AbortSignal,
): Promise<void> {
  const server = domainServer(environment, version);
  const closed = new Promise<void>((resolve) => {
    server.onclose = resolve;
    process.stdin.once('end', () => void server.close());
    signal.addEventListener('abort', () => void server.close(), { once: true });
  });
  await server.connect(new StdioServerTransport());
  await closed;
}
