import type { components } from '../kernel/http/api-types.ts';
import type { MissingLine } from './orders-page-models.ts';

type Schemas = components['schemas'];

/** One letter each, since a long order may need many in one URL. */
const LETTERS: Readonly<Record<MissingLine['reason'], string>> = {
  INSUFFICIENT_STOCK: 's',
  QUANTITY_LIMIT: 'q',
  UNAVAILABLE: 'u',
};
const REASONS = new Map(
  Object.entries(LETTERS).map(([reason, letter]) => [letter, reason as MissingLine['reason']]),
);

/** The lines that could not be added, encoded for a URL: "0s2-3u0" means line 0 with 2, line 3 with 0. */
export function missingText(lines: readonly Schemas['ReorderedLine'][]): string {
  return lines
    .flatMap(({ reason, added }, index) => (reason == null ? [] : [`${index}${LETTERS[reason]}${added}`]))
    .join('-');
}

/** @param lines The order's lines, in the order that reordering uses. Entries that match none of them are ignored. */
export function missingIn(text: string, lines: readonly Schemas['OrderLine'][]): MissingLine[] {
  return text.split('-').flatMap((part) => {
    const [, index, letter = '', added] = /^(\d{1,3})([a-z])(\d{1,2})$/.exec(part) ?? [];
    const line = lines[Number(index)];
    const reason = REASONS.get(letter);
    if (line === undefined || reason === undefined || Number(added) >= line.quantity) return [];
    return [{ name: line.name, requested: line.quantity, added: Number(added), reason }];
  });
}
