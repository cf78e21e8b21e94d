import { createPrivateKey, createPublicKey, type KeyObject, sign, verify } from 'node:crypto';
import type { Finding } from '../../base/finding/index.ts';
import { UserError } from '../../base/finding/index.ts';
import { type PackFile, textFile } from '../archive/pack-file.ts';

/** The detached signature of `manifest.json`, which names the hash of every other file. */
export const SIGNATURE = 'manifest.sig';

/**
 * Signs a pack's manifest with Ed25519 (RFC 8032). The key stays with its owner: only the signature enters the pack.
 * @param pem private key, PKCS #8 in PEM
 * @throws UserError when it is no such key; the message holds nothing of it
 */
export function signPack(files: readonly PackFile[], pem: string, source: string): PackFile {
  const key = readKey(() => createPrivateKey(pem), 'private', source);
  return textFile(SIGNATURE, `ed25519 ${sign(null, manifestOf(files), key).toString('base64')}\n`);
}

/** Whether a pack is signed by the owner of a public key (SPKI in PEM): findings say what is wrong, none when it is. */
export function verifySignature(files: readonly PackFile[], pem: string, source: string): Finding[] {
  const key = readKey(() => createPublicKey(pem), 'public', source);
  const signature = files.find(({ path }) => path === SIGNATURE);
  if (signature === undefined) return [problem('pack-unsigned', 'the pack is not signed')];
  const [, encoded] =
    /^ed25519 ([A-Za-z0-9+/]+=*)\n?$/.exec(Buffer.from(signature.bytes).toString('utf8')) ?? [];
  if (encoded === undefined) return [problem('pack-signature-wrong', 'the signature cannot be read')];
  return verify(null, manifestOf(files), key, Buffer.from(encoded, 'base64'))
    ? []
    : [problem('pack-signature-wrong', 'the manifest was not signed with this key, or was changed since')];
}

function manifestOf(files: readonly PackFile[]): Uint8Array {
  const manifest = files.find(({ path }) => path === 'manifest.json');
  return manifest?.bytes ?? new Uint8Array();
}

function readKey(read: () => KeyObject, kind: 'private' | 'public', source: string): KeyObject {
  let key: KeyObject | undefined;
  try {
    key = read();
  } catch {
    // The reason could quote the file, which may hold a private key.
  }
  if (key?.asymmetricKeyType === 'ed25519') return key;
  throw new UserError(`Cannot use key "${source}": it is no ${kind} Ed25519 key in PEM`, {
    hint:
      kind === 'private'
        ? 'openssl genpkey -algorithm ed25519 -out key.pem'
        : 'openssl pkey -in key.pem -pubout -out public.pem',
  });
}

function problem(code: string, message: string): Finding {
  return { code, severity: 'error', message, at: SIGNATURE };
}
