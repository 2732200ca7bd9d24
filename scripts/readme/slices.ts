import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { projectRoot } from '../../db/root.ts';

/** A line of server/slices.json. */
export interface Slice {
  slice: string;
  /** One sentence. */
  does: string;
  /** The tables that its stores write. */
  tables?: string[];
}

export function readSlices(): Slice[] {
  return JSON.parse(readFileSync(join(projectRoot, 'server/slices.json'), 'utf8'));
}

/** A Markdown table of the slices in their order: each imports only those above it. */
export function sliceTable(): string {
  const rows = readSlices().map(({ slice, does, tables = [] }) => {
    return `| \`${slice}\` | ${does} | ${tables.map((table) => `\`${table}\``).join(', ')} |`;
  });
  return ['| slice | what it does | its tables |', '|---|---|---|', ...rows].join('\n');
}
