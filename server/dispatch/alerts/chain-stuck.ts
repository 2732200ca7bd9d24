import type { Cause, Condition, Sight } from './condition.ts';
import { missingMessages, namesOf, type StuckPart, stuckEffects, stuckTimers } from './stuck-store.ts';

/** Stuck parts named in one alert's sentence; the rest of an actor's are left out. */
const MAX_PARTS_NAMED = 5;

/**
 * The consequences of a change are missing: effects or timers that failed for good or are overdue, or rows still
 * waiting for a message from another actor. One cause per actor.
 */
export const chainStuck: Condition = {
  kind: 'CHAIN_STUCK',
  async causes(sight) {
    const parts = [
      ...(await stuckEffects(sight)),
      ...(await stuckTimers(sight)),
      ...(await missingMessages(sight)),
    ];
    const causes = await named(
      sight,
      [...byKey(parts)].map(([key, stuck]) => causeOf(key, stuck)),
    );
    const known = new Set(sight.known);
    return causes.sort((one, other) => rank(one, known) - rank(other, known)).slice(0, sight.most);
  },
};

function byKey(parts: readonly StuckPart[]): Map<string, StuckPart[]> {
  const grouped = new Map<string, StuckPart[]>();
  for (const part of parts) grouped.set(part.key, [...(grouped.get(part.key) ?? []), part]);
  return grouped;
}

function rank({ key }: Cause, known: ReadonlySet<string>): number {
  return known.has(key) ? 0 : 1;
}

function causeOf(key: string, parts: readonly StuckPart[]): Cause {
  const [kind = '', id = ''] = key.split(':');
  const what = [...new Set(parts.map((part) => part.what))].sort();
  const since = Math.min(...parts.map((part) => part.since.getTime()));
  const lastError = parts.find(({ error }) => error !== null)?.error ?? null;
  const data = {
    // The live channel and the records are one cause each, however much is waiting.
    of: id === '' ? kind : 'actors',
    what: what.slice(0, MAX_PARTS_NAMED).join(', '),
    since: new Date(since).toISOString(),
    parked: parts.some(({ parked }) => parked),
    lastError,
  };
  return { key, subjectType: kind.toUpperCase(), subjectId: id === '' ? kind : id, data };
}

/** Adds the readable name of the order, driver or zone. */
async function named({ trx }: Sight, causes: readonly Cause[]): Promise<Cause[]> {
  const ids = (type: string) =>
    causes.filter(({ subjectType }) => subjectType === type).map(({ subjectId }) => subjectId);
  const names = await namesOf(trx, { orders: ids('ORDER'), drivers: ids('DRIVER'), zones: ids('ZONE') });
  return causes.map((cause) => ({
    ...cause,
    data: { ...cause.data, about: names.get(cause.subjectId) ?? cause.subjectId },
  }));
}
