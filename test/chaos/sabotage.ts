import { RecentIds } from '../../actors/runtime/activation/recent-ids.ts';
import type { GroupWriteResult } from '../../actors/runtime/activation-ports.ts';
import { PgGroupStore } from '../../db/stores/group-store.ts';
import { GroupConnections } from '../../db/stores/group-store-connections.ts';
import { around } from './around.ts';

/**
 * Faults that can be put into every node, to see that the checker finds them: `npm run test:chaos -- --break <one>`.
 */
export const SABOTAGES = ['fence', 'dedup', 'gate'] as const;
export type Sabotage = (typeof SABOTAGES)[number];

export function sabotage(what: Sabotage): void {
  if (what === 'fence') forgetFence();
  else if (what === 'dedup') forgetRepeats();
  else openGate();
}

/** Group commits succeed no matter who has written since. */
function forgetFence(): void {
  const test = / AND x\.version = [a-z.]+ AND x\.epoch = [a-z.]+/g;
  around(GroupConnections.prototype, 'write', (run, name, sql, values) =>
    run(name, sql.replace(test, ''), values),
  );
}

/** Owners take every command for a new one. */
function forgetRepeats(): void {
  around(RecentIds.prototype, 'has', () => false);
  Object.defineProperty(RecentIds.prototype, 'complete', { get: () => true });
}

/** Looks, refusals and repeats are answered from memory. */
function openGate(): void {
  around(PgGroupStore.prototype, 'write', async (run, batch, finished) => {
    const commits = batch.filter(({ kind }) => kind === 'commit');
    const results = commits.length + (finished?.length ?? 0) === 0 ? [] : await run(commits, finished);
    return batch.map((write): GroupWriteResult => {
      if (write.kind === 'check') return { kind: 'done' };
      return results[commits.indexOf(write)] ?? { kind: 'fenced' };
    });
  });
}
