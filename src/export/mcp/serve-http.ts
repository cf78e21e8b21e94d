import { randomUUID } from 'node:crypto';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { StreamableHTTPServerTransport } from '@modelcontextprotocol/sdk/server/streamableHttp.js';
import { isInitializeRequest } from '@modelcontextprotocol/sdk/types.js';
import type { JsonObject } from '../../base/json/index.ts';
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
  /** Makes a fresh environment for a session, started from a task where one is asked for (`/mcp?task=ID`). */
  readonly environment: (task: string | undefined) => Environment;
  readonly version: string;
  /** 0 lets the system choose. */
  readonly port: number;
  /** Interface to listen on; only the loopback interface by default. Elsewhere Host and Origin are not checked. */
  readonly host?: string;
  /** Sessions open at one time; one more is refused (default 1000). */
  readonly maxSessions?: number;
  /** One environment for all sessions, and for `/call`: for a container that serves a single trial. */
  readonly shared?: boolean;
  /** Answers `POST /grade`: the verdict on a session, given what its agent told the user. */
  readonly grade?: (
    environment: Environment,
    task: string | undefined,
    messages: readonly string[],
  ) => unknown;
}

interface Session {
  readonly transport: StreamableHTTPServerTransport;
  readonly environment: Environment;
  readonly task: string | undefined;
}

const MAX_BODY = 4 * 1024 * 1024;
const LOOPBACK = '127.0.0.1';

/**
 * Serves MCP over streamable HTTP on the loopback interface: every session has a database of its own.
 * Requests with a foreign Host or Origin are refused, so that no web page reaches it.
 */
export async function serveHttp(options: HttpOptions): Promise<HttpServing> {
  const { host = LOOPBACK, port } = options;
  const desk = new Desk(options);
  const http = createServer((request, response) => {
    if (host === LOOPBACK && !isLocal(request))
      return refuse(response, 403, 'only local requests are answered');
    desk.answer(request, response).catch((error: unknown) => {
      if (!response.headersSent)
        refuse(response, 500, error instanceof Error ? error.message : String(error));
    });
  });
  await new Promise<void>((resolve, reject) => {
    http.once('error', reject);
    http.listen(port, host, resolve);
  });
  return {
    url: `http://${host === LOOPBACK ? LOOPBACK : 'localhost'}:${(http.address() as AddressInfo).port}/mcp`,
    sessions: () => desk.sessions.size,
    close: async () => {
      for (const { transport } of desk.sessions.values()) await transport.close();
      http.closeAllConnections();
      await new Promise((resolve) => http.close(resolve));
    },
  };
}

/** Keeps the sessions and answers requests. */
class Desk {
  readonly sessions = new Map<string, Session>();
  readonly #options: HttpOptions;
  #shared: Environment | undefined;

  constructor(options: HttpOptions) {
    this.#options = options;
  }

  async answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const { pathname, searchParams } = new URL(request.url ?? '/', 'http://localhost');
    const id = request.headers['mcp-session-id'];
    const known = typeof id === 'string' ? this.sessions.get(id) : undefined;
    if (pathname === '/health') return reply(response, { ok: true });
    if (pathname === '/mcp' && request.method !== 'POST') {
      return known === undefined
        ? refuse(response, 404, 'no such session')
        : known.transport.handleRequest(request, response);
    }
    const text = await readBody(request);
    if (text === undefined) return refuse(response, 413, 'the body is too large');
    if (pathname === '/grade') return this.#grade(text, known, response);
    const body = parse(text);
    if (body === undefined) return refuse(response, 400, 'the body is no JSON');
    if (pathname === '/call' && this.#options.shared === true) return this.#call(body, response);
    if (pathname !== '/mcp') return refuse(response, 404, 'the endpoint is /mcp');
    if (known !== undefined) return known.transport.handleRequest(request, response, body);
    if (typeof id === 'string') return refuse(response, 404, 'no such session');
    if (!isInitializeRequest(body)) return refuse(response, 400, 'a session begins with "initialize"');
    if (this.sessions.size >= (this.#options.maxSessions ?? 1000))
      return refuse(response, 503, 'too many sessions');
    const transport = await this.#open(searchParams.get('task') ?? undefined);
    return transport.handleRequest(request, response, body);
  }

  async #open(task: string | undefined): Promise<StreamableHTTPServerTransport> {
    const environment = this.#environment(task);
    const transport: StreamableHTTPServerTransport = new StreamableHTTPServerTransport({
      sessionIdGenerator: randomUUID,
      onsessioninitialized: (id) => void this.sessions.set(id, { transport, environment, task }),
      onsessionclosed: (id) => void this.sessions.delete(id),
    });
    const server = domainServer(environment, this.#options.version);
    await server.connect(transport as Parameters<typeof server.connect>[0]);
    return transport;
  }

  #environment(task: string | undefined): Environment {
    if (this.#options.shared !== true) return this.#options.environment(task);
    this.#shared ??= this.#options.environment(task);
    return this.#shared;
  }

  /** A call without a session, on the shared environment. */
  #call(body: unknown, response: ServerResponse): void {
    const { name, arguments: args } = (body ?? {}) as {
      readonly name?: string;
      readonly arguments?: JsonObject;
    };
    reply(response, this.#environment(undefined).call({ tool: String(name), args: args ?? {} }).observation);
  }

  #grade(text: string, known: Session | undefined, response: ServerResponse): void {
    const { grade, shared } = this.#options;
    const reason =
      grade === undefined
        ? 'this server does not grade'
        : known === undefined && shared !== true
          ? 'no such session'
          : undefined;
    if (reason !== undefined || grade === undefined) {
      refuse(response, 404, reason ?? '');
      return;
    }
    const body = parse(text) as { readonly messages?: readonly unknown[] } | undefined;
    const messages = Array.isArray(body?.messages) ? body.messages.map(String) : [text];
    reply(response, grade(known?.environment ?? this.#environment(undefined), known?.task, messages));
  }
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return undefined;
  }
}

function reply(response: ServerResponse, document: unknown): void {
  response.writeHead(200, { 'content-type': 'application/json' });
  response.end(JSON.stringify(document));
}

function isLocal({ headers }: IncomingMessage): boolean {
  const local = /^(https?:\/\/)?(127\.0\.0\.1|localhost|\[::1\])(:\d+)?$/;
  return local.test(headers.host ?? '') && (headers.origin === undefined || local.test(headers.origin));
}

async function readBody(request: IncomingMessage): Promise<string | undefined> {
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of request as AsyncIterable<Buffer>) {
    size += chunk.length;
    if (size > MAX_BODY) return undefined;
    chunks.push(chunk);
  }
  return Buffer.concat(chunks).toString('utf8');
}

function refuse(response: ServerResponse, status: number, message: string): void {
  response.writeHead(status, { 'content-type': 'application/json' });
  response.end(JSON.stringify({ jsonrpc: '2.0', error: { code: -32000, message }, id: null }));
}
