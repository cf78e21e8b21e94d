import { readdirSync, readFileSync } from 'node:fs';
import Handlebars from 'handlebars';
import { sha256 } from '../../base/json/index.ts';

/** Which wording a trial ran with: its name, its version, and a hash over it and every part it includes. */
export interface PromptMark {
  readonly name: string;
  readonly version: string;
  readonly hash: string;
}

interface Source {
  readonly text: string;
  readonly version: string;
  readonly parts: readonly string[];
}

const FOLDER = new URL('./', import.meta.url);
const VERSION = /^\{\{!-- version (\S+?):/;
const PART = /\{\{>\s*([\w-]+)\s*\}\}/g;

const engine = Handlebars.create();
const sources = readSources();
const compiled = new Map<string, Handlebars.TemplateDelegate>();
const marks = new Map<string, PromptMark>();

/** Names of all prompts, parts of others included. */
export function promptNames(): string[] {
  return [...sources.keys()];
}

/** Fills a prompt. @throws Error when there is no such prompt, or a value it names is missing */
export function renderPrompt(name: string, values: Readonly<Record<string, unknown>>): string {
  let template = compiled.get(name);
  if (template === undefined) {
    template = engine.compile(sourceOf(name).text, { noEscape: true, strict: true, preventIndent: true });
    compiled.set(name, template);
  }
  return template(values).trim();
}

/** Version and hash of a prompt: the hash covers its parts, so that no change of wording goes unseen. */
export function promptMark(name: string): PromptMark {
  let mark = marks.get(name);
  if (mark === undefined) {
    const texts = [...partsOf(name)].sort().map((part) => `${part}\n${sourceOf(part).text}`);
    mark = { name, version: sourceOf(name).version, hash: sha256(texts.join('\n')).slice(0, 16) };
    marks.set(name, mark);
  }
  return mark;
}

function partsOf(name: string, found = new Set<string>()): Set<string> {
  if (found.has(name)) return found;
  found.add(name);
  for (const part of sourceOf(name).parts) partsOf(part, found);
  return found;
}

function sourceOf(name: string): Source {
  const source = sources.get(name);
  if (source === undefined) throw new Error(`Cannot find prompt "${name}": no such template`);
  return source;
}

function readSources(): Map<string, Source> {
  const found = new Map<string, Source>();
  for (const file of readdirSync(FOLDER).sort()) {
    if (!file.endsWith('.hbs')) continue;
    const name = file.slice(0, -'.hbs'.length);
    const text = readFileSync(new URL(file, FOLDER), 'utf8');
    const version = VERSION.exec(text)?.[1];
    if (version === undefined) throw new Error(`Cannot read prompt "${name}": its first line has no version`);
    found.set(name, { text, version, parts: [...text.matchAll(PART)].map(([, part]) => part as string) });
    engine.registerPartial(name, text);
  }
  return found;
}
