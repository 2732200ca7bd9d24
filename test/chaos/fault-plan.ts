import type { Chance } from '../../scripts/shared/chance.ts';
import type { Loss, Peer } from './network.ts';
import { CRASH_POINTS, type CrashPoint } from './protocol.ts';

export interface FaultCounts {
  kills: number;
  freezes: number;
  redis: number;
  postgres: number;
  purges: number;
  /** Of the slot with the owners' keys, to another master of the cluster. */
  moves: number;
  /** Of a process from Redis, PostgreSQL or both. */
  cuts: number;
  /** Of PostgreSQL's standby, after its primary was lost, which then comes back as a standby. */
  promotions: number;
  /** Of the standby, while commits wait for it. */
  standbys: number;
}

export type Fault =
  /** Null: wherever it is. */
  | { do: 'kill'; point: CrashPoint | null }
  /** Milliseconds, longer than the lease lasts; before a write, also until others answer for its actors. */
  | { do: 'freeze'; beforeWrite?: boolean; for: number }
  /** Milliseconds until it is back, empty. */
  | { do: 'redis'; down: number }
  | { do: 'postgres' }
  | { do: 'purge' }
  | { do: 'move' }
  /** Milliseconds for which the former primary first runs as the one it was; 0: it does not. */
  | { do: 'promote'; rival: number }
  /** Milliseconds until it is back. */
  | { do: 'standby'; down: number }
  /** Milliseconds. */
  | { do: 'cut'; from: readonly Peer[]; loss: Loss; for: number };

/** Faults that happen together. `after`: milliseconds since the episode began. */
export type Episode = readonly { after: number; fault: Fault }[];

const COUNTED = {
  kill: 'kills',
  freeze: 'freezes',
  redis: 'redis',
  postgres: 'postgres',
  purge: 'purges',
  move: 'moves',
  cut: 'cuts',
  promote: 'promotions',
  standby: 'standbys',
} as const;

/** The faults of a run in episodes, between which the installation recovers; the same seed gives the same plan. */
export function planFaults(counts: FaultCounts, chance: Chance): Episode[] {
  const left = { ...counts };
  const episodes: Episode[] = [];
  for (let kind = draw(left, chance); kind !== null; kind = draw(left, chance)) {
    const episode: { after: number; fault: Fault }[] = [];
    const add = (what: Fault['do'], after: number) => {
      if (left[COUNTED[what]] === 0) return;
      left[COUNTED[what]] -= 1;
      episode.push({ after, fault: faultOf(what, chance) });
    };
    add(kind, 0);
    for (const [what, share, latest] of COMPANY[kind]) {
      if (chance.happens(share)) add(what, chance.whole(0, latest));
    }
    episodes.push(episode);
  }
  return episodes;
}

/** Faults that accompany another one: how likely, and at most how many milliseconds later. */
const COMPANY: Readonly<Record<Fault['do'], readonly (readonly [Fault['do'], number, number])[]>> = {
  kill: [
    ['kill', 0.5, 1_500],
    ['freeze', 0.15, 1_000],
  ],
  freeze: [
    ['kill', 0.35, 2_500],
    ['purge', 0.15, 2_500],
  ],
  redis: [
    ['redis', 0.75, 2_500],
    ['redis', 0.35, 5_000],
    ['kill', 0.6, 4_000],
    ['freeze', 0.3, 3_000],
    ['purge', 0.2, 4_000],
  ],
  postgres: [
    ['kill', 0.4, 1_500],
    ['freeze', 0.2, 1_000],
    ['redis', 0.1, 1_000],
  ],
  purge: [['kill', 0.3, 1_000]],
  move: [['kill', 0.3, 1_000]],
  cut: [
    ['cut', 0.4, 2_000],
    ['kill', 0.2, 2_000],
  ],
  promote: [
    ['kill', 0.6, 8_000],
    ['freeze', 0.4, 8_000],
    ['redis', 0.4, 6_000],
    ['move', 0.3, 6_000],
  ],
  standby: [
    ['kill', 0.4, 2_000],
    ['redis', 0.2, 1_500],
  ],
};

/** Draws a kind in proportion to how many of each are left, so that all kinds run out at about the same time. */
function draw(left: FaultCounts, chance: Chance): Fault['do'] | null {
  const kinds = (Object.keys(COUNTED) as Fault['do'][]).flatMap((kind) =>
    Array.from({ length: left[COUNTED[kind]] }, () => kind),
  );
  return chance.pickAny(kinds) ?? null;
}

function faultOf(what: Fault['do'], chance: Chance): Fault {
  switch (what) {
    case 'kill':
      return { do: what, point: chance.happens(0.6) ? (chance.pickAny(CRASH_POINTS) ?? null) : null };
    case 'freeze':
      return { do: what, for: chance.whole(2_200, 4_500) };
    case 'redis':
      return { do: what, down: chance.happens(0.7) ? chance.whole(0, 300) : chance.whole(300, 2_500) };
    case 'promote':
      return { do: what, rival: chance.happens(0.5) ? chance.whole(1_000, 3_000) : 0 };
    case 'standby':
      return { do: what, down: chance.whole(0, 4_000) };
    case 'cut':
      return {
        do: what,
        from: chance.pickAny<readonly Peer[]>([['redis'], ['postgres'], ['redis', 'postgres']]) ?? ['redis'],
        loss: chance.pickAny<Loss>(['all', 'answers', 'requests']) ?? 'all',
        for: chance.whole(1_000, 8_000),
      };
    default:
      return { do: what };
  }
}
