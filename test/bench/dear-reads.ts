import type { Database } from '../../db/database.ts';
import { readsOfPrimary } from '../../db/standby-reads.ts';
import { PastBoards } from '../../server/dispatch/history/history.ts';
import { journeysJob, readOverview, spanOf } from '../../server/dispatch/overview/overview.ts';
import { fillCity, fillDay } from './fill-day.ts';
import { fillPast } from './fill-past.ts';

const HOUR = 3_600_000;
const DAY = '2026-02-12';
const TASKS_OF_A_DRIVER = 40;

export interface DearRead {
  name: string;
  /** How often a second in the mixed load. */
  perSecond: number;
  read(): Promise<void>;
}

interface Places {
  /** With the rows of a day. */
  day: Database;
  /** With the events of one. */
  past: Database;
}

/** Returns the first moment of the past from which the board is as full as it gets. */
export async function fillForReads({
  day,
  past,
  dayUrl,
  tasks,
}: Places & { dayUrl: string; tasks: number }): Promise<Date> {
  const drivers = Math.max(1, Math.floor(tasks / TASKS_OF_A_DRIVER));
  await fillCity(day, drivers);
  console.log(`filling ${DAY} with ${tasks} tasks`);
  await fillDay(dayUrl, { day: DAY, tasks });
  await journeysJob({ database: day, clock: { now: () => spanOf(DAY).to } })();
  await day.raw('VACUUM ANALYZE');
  const begin = new Date(Math.floor((Date.now() - 30 * HOUR) / HOUR) * HOUR);
  const end = new Date(begin.getTime() + 13 * HOUR);
  console.log(`playing a day of ${tasks} tasks`);
  await fillPast(past, {
    ...{ begin: begin.toISOString(), end: end.toISOString() },
    ...{ tasks, drivers, zones: 9 },
  });
  return new Date(begin.getTime() + 2 * HOUR);
}

/**
 * As often as four processes read the overview at most, each every three seconds, and as one person who searches in the
 * past asks.
 */
export function dearReads({ day, past }: Places, busy: Date): DearRead[] {
  const span = spanOf(DAY);
  const presence = {
    stateOf: async (ids: readonly string[]) => new Map(ids.map((id) => [id, 'ONLINE' as const])),
    positionOf: async () => new Map(),
    seen: async () => undefined,
    report: async () => ({ accepted: 0, latestSequence: 0 }),
  };
  const clock = { now: () => new Date(span.to.getTime() - HOUR) };
  const boards = () =>
    new PastBoards({
      database: past,
      stale: readsOfPrimary(past),
      clock: { now: () => new Date() },
      config: { clockRate: 1 },
    });
  const anywhere = () => new Date(busy.getTime() + Math.floor(Math.random() * 8 * HOUR)).toISOString();
  let known = boards();
  let minute = 0;
  return [
    {
      name: "the dispatchers' overview",
      perSecond: 4 / 3,
      read: async () =>
        void (await readOverview({ database: day, stale: readsOfPrimary(day), clock, presence }, span)),
    },
    {
      name: 'a jump into the past',
      perSecond: 0.2,
      read: async () => void (await boards().at({ at: anywhere() })),
    },
    {
      name: 'the minute after it',
      perSecond: 0.5,
      read: async () => {
        minute += 1;
        if (minute % 240 === 0) known = boards();
        await known.at({ at: new Date(busy.getTime() + (minute % 240) * 60_000).toISOString() });
      },
    },
  ];
}
