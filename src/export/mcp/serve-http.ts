import { randomUUID } from 'node:crypto';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { StreamableHTTPServerTransport } from '@modelcontextprotocol/sdk/server/streamableHttp.js';
import { isInitializeRequest } from '@modelcontextprotocol/sdk/types.js';
import type { Environment } from '../../environment/index.ts';
import { domainServer } from './domain-server.ts';

export interface HttpServing {
  /** Address of the MCP endpoint. */
  readonly url: string;
  /** How many sessions are open. */
  sessions(): number;
  close(): Promise<void>;
}

export interface HttpOptions {
  /** Makes a fresh environment for a session. */
  readonly environment: () => Environment;
  readonly version: string;
  /** 0 lets the system choose. */
  readonly port: number;
  /** Sessions open at one time; one more is refused (default 1000). */
  readonly maxSessions?: number;
}

const MAX_BODY = 4 * 1024 * 1024;

/**
 * Serves MCP over streamable HTTP on the loopback interface: every session has a database of its own.
 * Requests with a foreign Host or Origin are refused, so that no web page reaches it.
 */
export async function serveHttp({
  environment,
  version,
  port,
  maxSessions = 1000,
}: HttpOptions): Promise<HttpServing> {
  const sessions = new Map<string, StreamableHTTPServerTransport>();

  const open = async (): Promise<StreamableHTTPServerTransport> => {
    const transport: StreamableHTTPServerTransport = new StreamableHTTPServerTransport({
      sessionIdGenerator: randomUUID,
      onsessioninitialized: (id) => void sessions.set(id, transport),
      onsessionclosed: (id) => void sessions.delete(id),
    });
    const server = domainServer(environment(), version);
    await server.connect(transport as Parameters<typeof server.connect>[0]);
    return transport;
  };

  const answer = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    if (!isLocal(request)) return refuse(response, 403, 'only local requests are answered');
    if (new URL(request.url ?? '/', 'http://localhost').pathname !== '/mcp')
      return refuse(response, 404, 'the endpoint is /mcp');
    const id = request.headers['mcp-session-id'];
    const known = typeof id === 'string' ? sessions.get(id) : undefined;
    if (request.method !== 'POST') {
      if (known === undefined) return refuse(response, 404, 'no such session');
      return known.handleRequest(request, response);
    }
    const body = await readBody(request);
    if (body === undefined) return refuse(response, 400, 'the body is no JSON, or too large');
    if (known !== undefined) return known.handleRequest(request, response, body);
    if (typeof id === 'string') return refuse(response, 404, 'no such session');
    if (!isInitializeRequest(body)) return refuse(response, 400, 'a session begins with "initialize"');
    if (sessions.size >= maxSessions) return refuse(response, 503, 'too many sessions');
    return (await open()).handleRequest(request, response, body);
  };

  const http = createServer((request, response) => {
    answer(request, response).catch((error: unknown) => {
      if (!response.headersSent)
        refuse(response, 500, error instanceof Error ? error.message : String(error));
    });
  });
  await new Promise<void>((resolve, reject) => {
    http.once('error', reject);
    http.listen(port, '127.0.0.1', resolve);
  });
  return {
    url: `http://127.0.0.1:${(http.address() as AddressInfo).port}/mcp`,
    sessions: () => sessions.size,
    close: async () => {
      for (const transport of sessions.values()) await transport.close();
      http.closeAllConnections();
      await new Promise((resolve) => http.close(resolve));
    },
  };
}

function isLocal({ headers }: IncomingMessage): boolean {
  const local = /^(https?:\/\/)?(127\.0\.0\.1|localhost|\[::1\])(:\d+)?$/;
  return local.test(headers.host ?? '') && (headers.origin === undefined || local.test(headers.origin));
}

async function readBody(request: IncomingMessage): Promise<unknown> {
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of request as AsyncIterable<Buffer>) {
    size += chunk.length;
    if (size > MAX_BODY) return undefined;
    chunks.push(chunk);
  }
  try {
    return JSON.parse(Buffer.concat(chunks).toString('utf8')) as unknown;
  } catch {
    return undefined;
  }
}

function refuse(response: ServerResponse, status: number, message: string): void {
  response.writeHead(status, { 'content-type': 'application/json' });
  response.end(JSON.stringify({ jsonrpc: '2.0', error: { code: -32000, message }, id: null }));
}
