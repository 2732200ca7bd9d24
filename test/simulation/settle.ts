import type { World } from './world.ts';

/** Virtual milliseconds for what is under way when the faults end, and for the chains behind it. */
export const SETTLE_TIMEOUT_MS = 300_000;

/** Continues until `done` or that time, and throws the violation that the audit has found. False when time ran out. */
export async function until(world: World, time: number, done: () => boolean): Promise<boolean> {
  const { audit, schedule } = world;
  const reached = await schedule.run(time, () => audit.found !== null || done());
  if (audit.found !== null) throw audit.found;
  return reached;
}

/**
 * Chains continue until nothing is left to do; what waits for its next attempt is made due. Then everything must add
 * up.
 */
export async function settle(world: World, actorsAllowed: number): Promise<void> {
  const { schedule, database, audit, processes } = world;
  // Timers that a leaping clock set far ahead.
  for (const { host } of processes) host.leap = 86_400_000;
  const limit = schedule.now + SETTLE_TIMEOUT_MS;
  const quiet = () => isQuiet(world, actorsAllowed);
  while (!quiet()) {
    if (schedule.now > limit) {
      const left = { outbox: [...database.outbox.values()], timers: [...database.timers.values()] };
      audit.fail(`chains never ended: ${JSON.stringify(left).slice(0, 2_000)}`);
    }
    for (const record of [...database.outbox.values(), ...database.timers.values()]) {
      if (record.parked) audit.fail(`parked for a person: ${JSON.stringify({ ...record, row: undefined })}`);
      record.nextAt = Math.min(record.nextAt ?? 0, schedule.now);
    }
    await until(world, schedule.now + 3_000, quiet);
  }
  audit.settled(database);
}

/** Every process ends as planned, and leaves nothing in memory. */
export async function stop(world: World): Promise<void> {
  const { processes, schedule, audit } = world;
  for (const process of processes.filter(({ closing }) => !closing)) void process.handOver();
  if (!(await until(world, schedule.now + 20_000, () => processes.every(({ closed }) => closed)))) {
    audit.fail('a planned stop never ended');
  }
  for (const process of processes) {
    const left = process.leftover(0);
    if (left !== null) audit.fail(`still in memory after a planned stop: ${left}`);
  }
}

function isQuiet({ database, processes }: World, actorsAllowed: number): boolean {
  if (database.outbox.size > 0 || database.timers.size > 0) return false;
  return processes.every((process) => process.closed || process.leftover(actorsAllowed) === null);
}
