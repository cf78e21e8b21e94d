/** A word of a command line as a POSIX shell takes it whole: quoted where it holds more than plain letters. */
export function quoteWord(word: string): string {
  return /^[\w@%+=:,./-]+$/.test(word) ? word : `'${word.replaceAll("'", "'\\''")}'`;
}

/** A command to paste: the words as they are, then `--name value` for each option that is given. */
export function commandLine(
  words: readonly string[],
  options: Readonly<Record<string, string | readonly string[] | undefined>> = {},
): string {
  const given = Object.entries(options).flatMap(([name, value]) =>
    [value ?? []].flat().flatMap((each) => [`--${name}`, each]),
  );
  return [...words, ...given].map(quoteWord).join(' ');
}
