import { CommandError } from '../shared/command-error.ts';
import { checkParts } from './check-parts.ts';
import {
  type ContractPart,
  inComponents,
  readPart,
  SECTIONS,
  SHARED_PART,
  type SourceFile,
} from './contract-part.ts';

const NOTICE = `# Made by \`npm run generate\` from the slices' contracts, server/**/contract.yaml: change those, not this file.
# Comments such as "# ${SHARED_PART}" name the contract that the lines below them are from.
`;

/**
 * The text of openapi.yaml: the shared part first, then the slices by path. The parts' own text is kept unchanged.
 * Throws a CommandError with a sentence for each error.
 */
export function composeContract(sources: readonly SourceFile[], handlers: readonly SourceFile[]): string {
  const faults: string[] = [];
  const parts = [...sources]
    .sort((a, b) => rank(a) - rank(b) || (a.file < b.file ? -1 : 1))
    .flatMap((source) => readPart(source, faults) ?? []);
  // An unreadable part would make references to it look broken.
  if (faults.length === 0) faults.push(...checkParts(parts, handlers));
  if (faults.length > 0) throw new CommandError(faults.join('\n'));
  return `${[
    NOTICE,
    `${parts.map(({ head }) => head).join('')}\n`,
    `paths:\n\n${blocks(parts, 'paths', 2).join('\n\n')}\n`,
    'components:',
    ...SECTIONS.flatMap((section) => {
      const found = blocks(parts, inComponents(section), 4);
      return found.length === 0 ? [] : [`  ${section}:`, ...found];
    }),
  ].join('\n')}\n`;
}

function rank({ file }: SourceFile): number {
  return file === SHARED_PART ? 0 : 1;
}

/** The content of each part under a key, below a comment that names the part. */
function blocks(parts: readonly ContractPart[], key: string, indent: number): string[] {
  return parts.flatMap(({ file, blocks }) => {
    const text = blocks.get(key);
    return text === undefined || text === '' ? [] : [`${' '.repeat(indent)}# ${file}\n${text}`];
  });
}

/** Parts whose text differs from their section in `present`, an openapi.yaml. */
export function staleParts(present: string, composed: string): string[] {
  const [before, after] = [byPart(present), byPart(composed)];
  return [...new Set([...after.keys(), ...before.keys()])].filter(
    (file) => before.get(file) !== after.get(file),
  );
}

/** The lines of an openapi.yaml by the part named in the comment above them; the head belongs to the shared part. */
function byPart(text: string): Map<string, string> {
  const found = new Map<string, string>();
  let file = SHARED_PART;
  for (const line of text.split('\n')) {
    const named = /^ +# (server\/.*\/contract\.yaml)$/.exec(line)?.[1];
    const isHeading = /^( {2})?\w+:$/.test(line);
    if (named !== undefined) file = named;
    else if (isHeading) file = SHARED_PART;
    else if (line !== '') found.set(file, `${found.get(file) ?? ''}${line}\n`);
  }
  return found;
}
