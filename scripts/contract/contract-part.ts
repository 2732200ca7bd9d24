import { LineCounter, parseDocument, visit } from 'yaml';
import { z } from 'zod';

/** The part that all slices share. Only it describes the API itself: `openapi`, `info`, `servers` and `tags`. */
export const SHARED_PART = 'server/kernel/http/contract.yaml';

/** The kinds of components, in the order of openapi.yaml. */
export const SECTIONS = [
  'securitySchemes',
  'parameters',
  'headers',
  'requestBodies',
  'responses',
  'examples',
  'schemas',
];

export interface SourceFile {
  /** Its path from the project's root, with slashes. */
  readonly file: string;
  readonly text: string;
}

const entries = z.record(z.string(), z.looseObject({}));
const content = z.looseObject({
  paths: entries.default({}),
  components: z.record(z.string(), entries).default({}),
});

/** A contract.yaml: its parsed content, and its text with comments. */
export interface ContractPart extends z.infer<typeof content> {
  readonly file: string;
  /** The lines below each key, as written: `paths`, `components/schemas`. */
  readonly blocks: ReadonlyMap<string, string>;
  /** The keys that only the shared part may have, with their values. */
  readonly head: string;
}

/** Reads one part. Its errors are added to `faults`; undefined if it cannot be read at all. */
export function readPart(source: SourceFile, faults: string[]): ContractPart | undefined {
  const read = parse(source, faults);
  if (read === undefined) return undefined;
  const { head, blocks } = cut(source, faults);
  const keys = Object.keys(read.components).map(inComponents);
  if (Object.keys(read.paths).length > 0) keys.unshift('paths');
  for (const key of keys.filter((key) => !blocks.has(key)))
    faults.push(`${source.file}: ${key} must be a key on a line of its own, with its entries below.`);
  return { ...read, file: source.file, blocks, head };
}

/** A YAML anchor is only valid within one file, but parts are joined as text. */
const NO_ALIASES = 'An alias cannot be bundled: make it a component and refer to that.';

function parse({ file, text }: SourceFile, faults: string[]): z.infer<typeof content> | undefined {
  const lines = new LineCounter();
  const document = parseDocument(text, { lineCounter: lines, prettyErrors: false });
  const found = document.errors.map(({ pos, message }) => ({ at: pos[0], message: `${message}.` }));
  visit(document, {
    Alias: (_, { range }) => {
      found.push({ at: range?.[0] ?? 0, message: NO_ALIASES });
    },
  });
  faults.push(...found.map(({ at, message }) => `${file}:${lines.linePos(at).line}: ${message}`));
  if (found.length > 0) return undefined;
  const read = content.safeParse(document.toJS());
  if (read.success) return read.data;
  faults.push(...read.error.issues.map((issue) => `${file}: ${issue.path.join(' ')}: ${issue.message}.`));
  return undefined;
}

/** Splits the text at its keys. Blocks of several parts can only be joined if all have the same indentation. */
function cut({ file, text }: SourceFile, faults: string[]): Pick<ContractPart, 'head' | 'blocks'> {
  const head: string[] = [];
  const blocks = new Map<string, string[]>();
  let inside = '';
  let current: string[] = [];
  for (const [at, line] of text.split('\n').entries()) {
    const fault = (what: string) => faults.push(`${file}:${at + 1}: ${what}`);
    const key = /^(\w+):/.exec(line)?.[1];
    const section = inside === 'components' ? /^ {2}(\w+):$/.exec(line)?.[1] : undefined;
    if (key !== undefined) {
      inside = key;
      current = key === 'paths' || key === 'components' ? [] : head;
      if (line === 'paths:') blocks.set(key, current);
      if (current !== head) continue;
      if (file !== SHARED_PART) fault(`${key} belongs in ${SHARED_PART}; a slice has paths and components.`);
    } else if (section !== undefined) {
      if (!SECTIONS.includes(section)) fault(`${section} is not one of ${SECTIONS.join(', ')}.`);
      current = [];
      blocks.set(inComponents(section), current);
      continue;
    } else if (inside !== '' && current !== head && isEntry(line) && !current.some(isEntry)) {
      const indent = inside === 'paths' ? 2 : 4;
      if (line.search(/\S/) !== indent) fault(`Entries of ${inside} are indented by ${indent} spaces.`);
    }
    current.push(line);
  }
  return { head: joined(head), blocks: new Map([...blocks].map(([key, lines]) => [key, joined(lines)])) };
}

export function inComponents(name: string): string {
  return `components/${name}`;
}

function isEntry(line: string): boolean {
  return /^ *[^ #]/.test(line);
}

/** Without the blank lines and unindented comments before the next key. */
function joined(lines: readonly string[]): string {
  const last = lines.findLastIndex((line) => line !== '' && !line.startsWith('#'));
  return lines.slice(0, last + 1).join('\n');
}
