/** One file of a pack: its path inside the pack, with `/`, and its bytes. */
export interface PackFile {
  readonly path: string;
  readonly bytes: Uint8Array;
}

/** A file made of text. */
export function textFile(path: string, text: string): PackFile {
  return { path, bytes: Buffer.from(text, 'utf8') };
}

/** Why a path may not stand in a pack; undefined when it may. */
export function unsafePath(path: string): string | undefined {
  if (path === '') return 'it is empty';
  if (path.length > 240) return 'it is longer than 240 characters';
  if (path.startsWith('/') || /^[a-zA-Z]:/.test(path)) return 'it is absolute';
  if (path.includes('\\')) return 'it contains a backslash';
  if (/[\u0000-\u001f\u007f]/.test(path)) return 'it contains a control character';
  if (path.split('/').some((part) => part === '' || part === '.' || part === '..'))
    return 'it steps out of its folder';
  return undefined;
}

/** Files sorted by path: the order they are written, hashed and archived in. */
export function sortFiles(files: readonly PackFile[]): PackFile[] {
  return [...files].sort((left, right) => (left.path < right.path ? -1 : left.path > right.path ? 1 : 0));
}
