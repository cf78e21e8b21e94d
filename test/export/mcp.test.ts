import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { StreamableHTTPClientTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js';
import { InMemoryTransport } from '@modelcontextprotocol/sdk/inMemory.js';
import { afterEach, describe, expect, it } from 'vitest';
import { Environment } from '../../src/environment/index.ts';
import { domainServer, type HttpServing, serveHttp } from '../../src/export/index.ts';
import { shop, shopDatabase } from '../fixtures/shop.ts';

const closing: (() => Promise<void>)[] = [];
afterEach(async () => {
  for (const close of closing.splice(0).reverse()) await close();
});

async function serve(): Promise<HttpServing> {
  const database = shopDatabase();
  const serving = await serveHttp({
    environment: () => new Environment(shop, database),
    version: '1.0.0',
    port: 0,
  });
  closing.push(() => serving.close());
  return serving;
}

async function connect(url: string): Promise<Client> {
  const client = new Client({ name: 'test', version: '1' });
  await client.connect(new StreamableHTTPClientTransport(new URL(url)) as Parameters<Client['connect']>[0]);
  closing.push(() => client.close());
  return client;
}

const textOf = (result: unknown): string => (result as { content: { text: string }[] }).content[0]!.text;

describe('serveHttp', () => {
  it('lists every tool to the official client, read tools marked as reading only', async () => {
    const client = await connect((await serve()).url);
    const { tools } = await client.listTools();
    expect(tools.map(({ name, annotations }) => [name, annotations?.readOnlyHint])).toEqual(
      shop.tools.map(({ name, effect }) => [name, effect === 'read']),
    );
    expect(JSON.stringify(tools)).not.toContain('x-references');
    expect(client.getInstructions()).toBe(shop.policy.text);
  });
  it('calls every tool', async () => {
    const client = await connect((await serve()).url);
    const calls = [
      ['find_customer', { email: 'ada@example.com' }, 'ada'],
      ['get_purchase', { purchase: 'p100' }, 'tea'],
      ['close_purchase', { purchase: 'p100', charge: 5 }, 'closed'],
      ['open_purchase', { customer: 'bob', sku: 'pen' }, 'p1'],
      ['hand_over', {}, 'done'],
    ] as const;
    expect(calls.map(([name]) => name)).toEqual(shop.tools.map(({ name }) => name));
    for (const [name, args, expected] of calls) {
      const result = await client.callTool({ name, arguments: args });
      expect(result.isError).toBe(false);
      expect(textOf(result)).toContain(expected);
    }
  });
  it('keeps the writes of one session from another', async () => {
    const serving = await serve();
    const [first, second] = [await connect(serving.url), await connect(serving.url)];
    expect(serving.sessions()).toBe(2);
    await first.callTool({ name: 'close_purchase', arguments: { purchase: 'p100', charge: 5 } });
    const look = { name: 'get_purchase', arguments: { purchase: 'p100' } };
    expect(textOf(await first.callTool(look))).toContain('closed');
    expect(textOf(await second.callTool(look))).toContain('open');
  });
  it('answers refused calls as results with isError', async () => {
    const client = await connect((await serve()).url);
    for (const [name, args, text] of [
      ['get_purchase', { purchase: 'p9' }, 'no such purchase'],
      ['get_purchase', {}, "required property 'purchase'"],
      ['nothing', {}, 'no tool is named'],
    ] as const) {
      const result = await client.callTool({ name, arguments: args });
      expect(result.isError).toBe(true);
      expect(textOf(result)).toContain(text);
    }
  });
  it.each([
    [{ origin: 'http://evil.example' }, 403],
    [{ 'mcp-session-id': 'none' }, 404],
    [{}, 400],
  ])('refuses a request with headers %j with status %i', async (headers, status) => {
    const { url } = await serve();
    const response = await fetch(url, {
      method: 'POST',
      headers,
      body: '{"jsonrpc": "2.0", "method": "x", "id": 1}',
    });
    expect(response.status).toBe(status);
  });
});

describe('domainServer', () => {
  it('works over any transport', async () => {
    const [ours, theirs] = InMemoryTransport.createLinkedPair();
    await domainServer(new Environment(shop, shopDatabase()), '1.0.0').connect(ours);
    const client = new Client({ name: 'test', version: '1' });
    await client.connect(theirs);
    expect((await client.listTools()).tools).toHaveLength(shop.tools.length);
    await client.close();
  });
});
