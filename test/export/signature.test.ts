import { generateKeyPairSync } from 'node:crypto';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  type PackFile,
  readPack,
  signPack,
  textFile,
  verifyFiles,
  verifySignature,
  writePack,
} from '../../src/export/index.ts';
import { taskwright } from '../cli/run.ts';

const pem = (kind: 'ed25519' | 'x25519') => {
  const { privateKey, publicKey } = generateKeyPairSync(kind as 'ed25519');
  return {
    secret: privateKey.export({ type: 'pkcs8', format: 'pem' }).toString(),
    open: publicKey.export({ type: 'spki', format: 'pem' }).toString(),
  };
};
const ada = pem('ed25519');
const eve = pem('ed25519');
const manifest = textFile('manifest.json', '{"format": 1, "files": {}}');
const signed = [manifest, signPack([manifest], ada.secret, 'ada.pem')];
const codes = (files: readonly PackFile[], key: string) =>
  verifySignature(files, key, 'key.pem').map(({ code }) => code);

describe('a signature', () => {
  it('is accepted with the key of whoever signed, and is the same every time', () => {
    expect(codes(signed, ada.open)).toEqual([]);
    expect(signPack([manifest], ada.secret, 'ada.pem')).toEqual(signed[1]);
    expect(verifyFiles(signed).findings).toEqual([]);
  });
  it.each<[string, readonly PackFile[], string, string]>([
    ['another key', signed, eve.open, 'pack-signature-wrong'],
    [
      'a changed manifest',
      [textFile('manifest.json', '{"format": 2}'), signed[1]!],
      ada.open,
      'pack-signature-wrong',
    ],
    ['a torn signature', [manifest, textFile('manifest.sig', 'ed25519 ?')], ada.open, 'pack-signature-wrong'],
    ['no signature', [manifest], ada.open, 'pack-unsigned'],
  ])('is refused with %s', (_title, files, key, code) => expect(codes(files, key)).toEqual([code]));
  it.each([
    ['no key at all', 'no key'],
    ['a key of another kind', pem('x25519').secret],
  ])('cannot be made with %s, and the message holds nothing of the file', (_title, text) => {
    let message = '';
    try {
      signPack([manifest], text, 'key.pem');
    } catch (error) {
      message = String(error);
    }
    expect(message).toContain('it is no private Ed25519 key in PEM');
    expect(message).not.toContain(text.split('\n')[1] ?? text);
  });
});

describe('taskwright export --sign', () => {
  let folder: string;
  beforeAll(() => {
    folder = mkdtempSync(join(tmpdir(), 'taskwright-sign-'));
  });
  afterAll(() => rmSync(folder, { recursive: true, force: true }));

  it('signs a pack that verify accepts with the right key alone, and the private key goes nowhere', async () => {
    const place = (name: string): string => join(folder, name);
    writeFileSync(place('ada.pem'), ada.secret);
    writeFileSync(place('ada.pub'), ada.open);
    writeFileSync(place('eve.pub'), eve.open);
    await taskwright('init', place('work'));
    const words = ['--workspace', place('work')];
    const out = place('pack.tar.gz');
    const exported = await taskwright(
      'export',
      'library',
      '--all',
      '--sign',
      place('ada.pem'),
      '--out',
      out,
      ...words,
    );
    expect(exported.status, exported.stderr).toBe(0);
    const right = await taskwright('verify', out, '--public-key', place('ada.pub'), ...words);
    expect([right.status, right.stderr]).toEqual([0, expect.stringContaining('signed with the key of')]);
    const wrong = await taskwright('verify', out, '--public-key', place('eve.pub'), ...words);
    expect([wrong.status, wrong.stderr]).toEqual([
      1,
      expect.stringContaining('was not signed with this key'),
    ]);

    const files = await readPack(out);
    const secret = ada.secret.split('\n')[1] as string;
    for (const { bytes } of files) expect(Buffer.from(bytes).toString('latin1')).not.toContain(secret);
    expect(exported.stderr + exported.stdout + right.stderr).not.toContain(secret);
    const changed = files.map((file) =>
      file.path === 'manifest.json'
        ? textFile(file.path, Buffer.from(file.bytes).toString().replace('"MIT"', '"GPL-3.0"'))
        : file,
    );
    await writePack(changed, place('changed'));
    const altered = await taskwright('verify', place('changed'), '--public-key', place('ada.pub'), ...words);
    expect([altered.status, altered.stderr]).toEqual([1, expect.stringContaining('or was changed since')]);
  });
});
