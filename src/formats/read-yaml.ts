import { isAlias, isNode, isScalar, type Pair, parseDocument, visit } from 'yaml';
import { UserError } from '../base/finding/index.ts';
import { type JsonValue, parseJson } from '../base/json/index.ts';

/** Tags of plain data; any other asks the reader to make something. */
const PLAIN_TAG = /^tag:yaml\.org,2002:(map|seq|str|int|float|bool|null)$/;

/**
 * Reads one YAML document (1.2, core schema) as plain data. What can make a small text large or mean something else than
 * it shows is refused: anchors and aliases, merge keys, tags, repeated keys, several documents.
 * @throws UserError naming what was found
 */
export function readYaml(text: string, source: string): JsonValue {
  const refuse = (state: string): never => {
    throw new UserError(`Cannot read YAML "${source}": ${state}`, { at: source });
  };
  try {
    const document = parseDocument(text, { version: '1.2', schema: 'core', uniqueKeys: true, strict: true });
    const [fault] = [...document.errors, ...document.warnings];
    if (fault !== undefined) refuse(fault.message.split('\n')[0] ?? fault.message);
    visit(document, {
      Node(_key, node) {
        if (isAlias(node)) refuse(`alias "*${node.source}" is not allowed`);
        if (isNode(node) && 'anchor' in node && node.anchor !== undefined)
          refuse(`anchor "&${node.anchor}" is not allowed`);
        if (isNode(node) && node.tag !== undefined && !PLAIN_TAG.test(node.tag))
          refuse(`tag "${node.tag}" is not allowed`);
      },
      Pair(_key, { key }: Pair) {
        if (!isScalar(key)) refuse('a key that is no text is not allowed');
        if (isScalar(key) && key.value === '<<') refuse('merge key "<<" is not allowed');
      },
    });
    return parseJson(JSON.stringify(document.toJS()), source);
  } catch (error) {
    if (error instanceof RangeError) return refuse('it is nested too deep');
    throw error;
  }
}
