import { during, type Fault, someProcess } from './fault.ts';
import { partition, promote } from './partitions.ts';
import type { SimProcess } from './process.ts';
import type { World } from './world.ts';

const kill: Fault = (world, hooks) => {
  const victim = someProcess(world);
  if (victim === null) return;
  world.kill(victim);
  during(world, 50, 4_000, () => hooks.replace());
};

const freeze: Fault = (world) => {
  const victim = someProcess(world);
  if (victim === null) return;
  victim.host.freeze();
  during(world, 100, world.random.happens(0.3) ? 9_000 : 3_000, () => victim.host.thaw());
};

const handOver: Fault = (world, hooks) => {
  const victim = someProcess(world);
  if (victim === null || victim.closing) return;
  // The new one comes first, as in a rolling restart, or only afterwards.
  if (world.random.happens(0.5)) hooks.replace();
  else during(world, 0, 3_000, () => hooks.replace());
  void victim.handOver().then(() => world.schedule.after(1, null, () => world.forget(victim)));
};

const loseRedis: Fault = (world) => {
  const victim = someProcess(world);
  if (victim === null) return;
  cut(world, victim.host);
};

const redisAway: Fault = (world) => cut(world, null);

function cut(world: World, host: SimProcess['host'] | null): void {
  const { links, random, schedule } = world;
  const fate = random.pick(['refused', 'lost', 'unanswered'] as const);
  schedule.note(host?.name ?? 'REDIS', `no connection to Redis: ${fate}`);
  links.redis.cut.set(host, fate);
  if (random.happens(0.5)) links.redis.purge(host);
  during(world, 100, 5_000, () => {
    links.redis.cut.delete(host);
    schedule.note(host?.name ?? 'REDIS', 'the connection to Redis works again');
  });
}

const emptyRedis: Fault = (world) => {
  const { schedule, memory, links, random } = world;
  schedule.note('REDIS', 'killed, and everything is forgotten');
  memory.empty();
  links.redis.purge(null);
  if (random.happens(0.5)) cut(world, null);
};

/** Everything at once: the remaining processes rely on leases that a new Redis knows nothing of. */
const restartAll: Fault = (world, hooks) => {
  const { memory, links, processes, random } = world;
  emptyRedis(world, hooks);
  const [victim] = processes.filter(({ host }) => host.state !== 'dead');
  if (victim !== undefined && random.happens(0.7)) cut(world, victim.host);
  memory.empty();
  hooks.replace();
  links.redis.cut.delete(null);
};

const purgePostgres: Fault = (world) => {
  world.schedule.note('PG', 'all connections ended');
  for (const link of [world.links.group, world.links.turns, world.links.work, world.links.reads]) {
    link.purge(null);
  }
  for (const { actorStore } of world.processes) actorStore.abandon();
};

/** One storm breaks connections, another one slows them: faults of one kind reveal what a mixture hides. */
function someOdds(random: World['random'], most: number): number {
  return random.happens(0.4) ? random.between(0, most) : 0;
}

const stormPostgres: Fault = (world) => {
  const { random, links, schedule } = world;
  const part = () => someOdds(random, 0.25);
  const odds = { refused: part(), lost: part(), unanswered: part(), late: part(), slow: part() };
  schedule.note(
    'PG',
    `the connections go bad: ${JSON.stringify(odds, (_, value) => (typeof value === 'number' ? Number(value.toFixed(3)) : value))}`,
  );
  const all = [links.group, links.turns, links.work, links.reads];
  const chosen = random.happens(0.4) ? all : [random.pick(all)];
  for (const link of chosen) link.odds = odds;
  during(world, 500, 5_000, () => {
    for (const link of chosen) link.odds = { refused: 0, lost: 0, unanswered: 0, late: 0, slow: 0 };
    schedule.note('PG', 'the connections are good again');
  });
};

const stormRedis: Fault = (world) => {
  const { random, links, schedule } = world;
  const part = () => someOdds(random, 0.25);
  schedule.note('REDIS', 'the connections go bad');
  links.redis.odds = { refused: part(), lost: part(), unanswered: part(), late: part(), slow: part() };
  during(world, 500, 5_000, () => {
    links.redis.odds = { refused: 0, lost: 0, unanswered: 0, late: 0, slow: 0 };
    schedule.note('REDIS', 'the connections are good again');
  });
};

const leapClock: Fault = (world) => {
  const victim = someProcess(world);
  if (victim === null) return;
  victim.host.leap = world.random.between(-1, 1) * world.random.pick([1_000, 60_000, 3_600_000]);
  world.schedule.note(victim.host.name, `its wall clock leaps to ${Math.round(victim.host.leap)} ms off`);
};

const leapRedis: Fault = (world) => {
  world.redisLeap += world.random.between(-1, 1) * world.random.pick([1_000, 10_000]);
  // Redis measures leases by its wall clock: then two may own one actor, and only the epoch preserves order.
  world.audit.exclusive = false;
  world.schedule.note('REDIS', `its clock leaps to ${Math.round(world.redisLeap)} ms off`);
};

export const FAULTS: Readonly<Record<string, Fault>> = {
  kill,
  freeze,
  handOver,
  loseRedis,
  redisAway,
  emptyRedis,
  restartAll,
  purgePostgres,
  stormPostgres,
  stormRedis,
  leapClock,
  leapRedis,
  partition,
  promote,
};
