import { literal } from './draw-source.ts';
import { camelCase, Names } from './names.ts';
import type { TextShape } from './shape.ts';
import { type TextSource, uniqueSource } from './text-source.ts';

const CONTEXT = ['random', 'key', 'index', 'links', 'from'];

/** A generator's module as it is put together: what it imports, its constants, links and measures. */
export class ModuleSource {
  readonly #table: string;
  readonly #names: Names;
  readonly #imports = new Set<string>();
  readonly #constants: string[] = [];
  readonly #links: string[] = [];
  readonly #measures: string[] = [];
  #salt = 0;

  constructor(table: string) {
    this.#table = table;
    this.#names = new Names([camelCase(table), 'defineGenerator']);
  }

  /** A name that nothing else in the module has. */
  name(wanted: string): string {
    return this.#names.take(wanted);
  }

  /** Imports functions of taskwright. */
  use(...names: readonly string[]): void {
    for (const name of names) this.#imports.add(name);
  }

  link(source: string): void {
    this.#links.push(`    ${source},`);
  }

  measure(source: string): void {
    this.#measures.push(`    ${source},`);
  }

  /** Declares a spread of the values at a place, and gives its name. */
  constant(
    path: readonly string[],
    { source, uses }: { readonly source: string; readonly uses: string },
    end = '',
  ): string {
    this.use(uses);
    const name = this.name(camelCase(`${path.filter((part) => part !== '*').join('_')}${end}`));
    this.#constants.push(`const ${name} = ${source};`);
    return name;
  }

  /** A text that is unique because a number is. */
  unique(shape: TextShape, from: string, prefix: string): TextSource & { readonly draws: boolean } {
    this.#salt += 1;
    const list = (texts: readonly string[]): string => {
      const name = this.name(`${prefix}Names`);
      this.#constants.push(`const ${name} = [\n${texts.map((text) => `  ${literal(text)},`).join('\n')}\n];`);
      return name;
    };
    const made = uniqueSource(shape, { from, salt: this.#salt, prefix, list });
    this.use(...made.uses);
    return made;
  }

  /** The module, once all of its parts are known. */
  text(domain: string, identity: { readonly source: string; readonly draws: boolean }, row: string): string {
    const used = CONTEXT.filter((word) => new RegExp(`\\b${word}\\b`).test(row));
    return [
      `import { ${[...this.#imports].sort().join(', ')} } from 'taskwright';`,
      `import { defineGenerator } from '../../schemas/${domain}/tables.ts';`,
      '',
      ...this.#constants.flatMap((constant) => [constant, '']),
      `export const ${camelCase(this.#table)} = defineGenerator('${this.#table}', 1, {`,
      `  identity: ({ index${identity.draws ? ', random' : ''} }) => ({ key: ${identity.source} }),`,
      ...(this.#links.length > 0 ? [`  links: {\n${this.#links.join('\n')}\n  },`] : []),
      `  row: ({ ${used.join(', ')} }) => (${row}),`,
      ...(this.#measures.length > 0 ? [`  measures: {\n${this.#measures.join('\n')}\n  },`] : []),
      '});',
      '',
    ].join('\n');
  }
}
