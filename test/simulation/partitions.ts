import { during, type Fault, processesUp } from './fault.ts';
import type { Fate, Link } from './network.ts';
import type { World } from './world.ts';

/**
 * Turned away at once; nothing sent arrives; everything arrives, and no answer comes back; everything arrives, but only
 * after its sender has given up, as what TCP sends again when the network is whole.
 */
const FATES = ['refused', 'lost', 'unanswered', 'late'] as const satisfies readonly Fate[];
type Service = 'redis' | 'postgres' | 'peers';
const SERVICES: readonly (readonly Service[])[] = [
  ['redis'],
  ['postgres'],
  ['peers'],
  ['redis', 'peers'],
  ['redis', 'postgres', 'peers'],
];

const postgresOf = ({ links }: World): Link[] => [links.group, links.turns, links.work, links.reads];

/**
 * Some processes are cut off from Redis, from PostgreSQL, from what others tell them, or from all of these, in one
 * direction or both, while the others go on.
 */
export const partition: Fault = (world) => {
  const { random, links, schedule, switchboard } = world;
  const up = processesUp(world);
  const [first, ...others] = random.shuffled(up);
  if (first === undefined) return;
  const side = [first, ...others.filter(() => random.happens(0.3))].map(({ host }) => host);
  const services = random.pick(SERVICES);
  const fate = random.pick(FATES);
  const apart = random.pick(['hears', 'says', 'both'] as const);
  const cut = [
    ...(services.includes('redis') ? [links.redis] : []),
    ...(services.includes('postgres') ? postgresOf(world) : []),
  ];
  const names = side.map(({ name }) => name).join(' ');
  schedule.note('WORLD', `${names} cut off from ${services.join(', ')}: ${fate}, ${apart}`);
  world.partitions += 1;
  for (const host of side) {
    for (const link of cut) {
      link.cut.set(host, fate);
      if (random.happens(0.5)) link.purge(host);
    }
    if (services.includes('peers')) switchboard.apart.set(host, apart);
  }
  during(world, 100, 6_000, () => {
    for (const host of side) {
      for (const link of cut) if (link.cut.get(host) === fate) link.cut.delete(host);
      if (services.includes('peers')) switchboard.apart.delete(host);
    }
    schedule.note('WORLD', `${names} no longer cut off from ${services.join(', ')}`);
  });
};

/**
 * The primary is lost, and its standby promoted. From the moment at which the standby receives nothing more, no write is
 * acknowledged: the standby has everything that was. Where commits do not wait for it, they are acknowledged, and missing
 * after the promotion.
 */
export const promote: Fault = (world) => {
  const { links, random, schedule, database } = world;
  if (world.promoting) return;
  world.promoting = true;
  schedule.note('PG', 'the standby receives nothing any more');
  const copy = world.synchronous ? null : database.copy();
  if (copy === null) for (const link of [links.group, links.turns, links.work]) link.cut.set(null, 'lost');
  during(world, 0, 400, () => {
    if (!world.faulty()) return;
    schedule.note('PG', 'the primary is lost');
    const fate = random.pick(['refused', 'lost'] as const);
    for (const link of postgresOf(world)) {
      link.sever();
      link.cut.set(null, fate);
    }
    for (const { actorStore } of world.processes) actorStore.abandon();
    if (copy !== null) database.restore(copy);
    during(world, 50, 4_000, () => {
      for (const link of postgresOf(world)) link.cut.delete(null);
      schedule.note('PG', 'the standby is the primary');
      world.promotions += 1;
      world.promoting = false;
    });
  });
};
