import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { projectRoot } from '../../db/root.ts';

/** What happens to a column when an account is closed. */
export const FATES = {
  deleted: 'the rows go',
  emptied: 'the row stays and says nothing of the person',
  cleaned:
    'names, e-mail addresses and telephone numbers are taken out of the text, doors become coarse, the rest stays',
  coarse: 'a door becomes a point of about a kilometre',
  passing: 'gone before an account can be closed',
  kept: 'stays: the law keeps invoices',
  impersonal: 'tells nothing of a person: words of the program, ids, goods',
} as const;
export type Fate = keyof typeof FATES;

/** By table. */
export type Inventory = { [table: string]: { readonly [F in Fate]?: readonly string[] } };

/** The columns that hold something of people, and what becomes of each. */
export function personalDataTable(): string {
  const inventory: Inventory = JSON.parse(
    readFileSync(join(projectRoot, 'server/personal-data.json'), 'utf8'),
  );
  const personal = Object.keys(FATES).filter((fate) => fate !== 'impersonal') as Fate[];
  const rows = Object.entries(inventory).flatMap(([table, fates]) =>
    personal.flatMap((fate) => {
      const columns = fates[fate];
      return columns === undefined
        ? []
        : `| \`${table}\` | ${columns.map((column) => `\`${column}\``).join(', ')} | ${fate} |`;
    }),
  );
  return ['| table | columns | |', '|---|---|---|', ...rows].join('\n');
}
