import type { components } from '../../../server/kernel/http/api-types.ts';

type Entry = Pick<
  components['schemas']['AlertDetail']['history'][number],
  'version' | 'change' | 'at' | 'note'
>;

/** Consecutive equal changes, shown as one line. */
export interface HistoryLine {
  /** The newest of them. */
  newest: Entry;
  /** When the first of them happened. */
  since: string;
  count: number;
}

/**
 * An alert's history, newest first. Consecutive updates without a note share one line; every other entry has its own.
 */
export function linesOf(history: readonly Entry[]): HistoryLine[] {
  const lines: HistoryLine[] = [];
  for (const entry of history.toReversed()) {
    const former = lines.at(-1);
    if (former !== undefined && isPlainUpdate(former.newest) && isPlainUpdate(entry)) {
      former.since = entry.at;
      former.count += 1;
    } else lines.push({ newest: entry, since: entry.at, count: 1 });
  }
  return lines;
}

function isPlainUpdate({ change, note }: Entry): boolean {
  return change === 'UPDATED' && note === null;
}
