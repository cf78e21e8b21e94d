import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { loadDatabase } from '../../src/formats/index.ts';
import { shop } from '../fixtures/shop.ts';

const ada = { name: 'Ada', email: 'ada@example.com', credit: 3, tags: [] };
const folder = (files: Readonly<Record<string, string | Uint8Array>>): string => {
  const path = mkdtempSync(join(tmpdir(), 'taskwright-database-'));
  for (const [name, content] of Object.entries(files)) writeFileSync(join(path, name), content);
  return path;
};

describe('loadDatabase', () => {
  it('reads tables whole or by lines, packed or not, as one and the same', () => {
    const whole = folder({ 'customers.json': JSON.stringify({ ada }), 'purchases.json': '{}' });
    const lines = folder({
      'customers.jsonl.gz': gzipSync(`${JSON.stringify({ id: 'ada', ...ada })}\n`),
      'purchases.jsonl': '',
    });
    expect([...loadDatabase(shop, whole).rows('customers')]).toEqual([['ada', ada]]);
    expect(loadDatabase(shop, lines).hash()).toBe(loadDatabase(shop, whole).hash());
  });

  it('refuses a line that repeats the key of another', () => {
    const line = `${JSON.stringify({ id: 'ada', ...ada })}\n`;
    const path = folder({ 'customers.jsonl': line + line, 'purchases.json': '{}' });
    expect(() => loadDatabase(shop, path)).toThrow('line 2 repeats the key "ada"');
  });

  it('refuses a table that has two files rather than taking one of them', () => {
    const path = folder({ 'customers.json': '{}', 'customers.jsonl': '', 'purchases.json': '{}' });
    expect(() => loadDatabase(shop, path)).toThrow('table "customers" has more than one file');
  });
});
