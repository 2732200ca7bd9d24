import {
  type KeyRing,
  MAX_PREVIOUS,
  RING_NAMES,
  type Rings,
} from '../../server/kernel/process/secret-config.ts';
import { newSecret } from '../embedded/secrets.ts';
import { CommandError } from '../shared/command-error.ts';

/**
 * How far a replacement is. `settled`: no other secret is accepted. `announced`: the next ones are accepted everywhere.
 * `switched`: they are used, and the former ones accepted.
 */
export type Step = 'settled' | 'announced' | 'switched';

export function stepOf(rings: Rings): Step {
  const all = RING_NAMES.map((name) => rings[name]);
  if (all.some(({ next }) => next !== null)) return 'announced';
  return all.some(({ previous }) => previous.length > 0) ? 'switched' : 'settled';
}

/** New secrets, which nothing is made with yet. */
export function announce(rings: Rings): Rings {
  return each(rings, (ring) => ({ ...ring, next: ring.next ?? newSecret() }));
}

/** The announced secrets are used from now on. */
export function switchOver(rings: Rings): Rings {
  return each(rings, ({ current, next, previous }) => {
    if (next === null) return { current, next, previous };
    if (previous.length >= MAX_PREVIOUS)
      throw new CommandError(`${MAX_PREVIOUS} former secrets are accepted already: drop them first.`);
    return { current: next, next: null, previous: [current, ...previous] };
  });
}

/** Former secrets are accepted no longer. */
export function drop(rings: Rings): Rings {
  return each(rings, (ring) => ({ ...ring, previous: [] }));
}

function each(rings: Rings, change: (ring: KeyRing) => KeyRing): Rings {
  return { APP_SECRET: change(rings.APP_SECRET), JWT_SECRET: change(rings.JWT_SECRET) };
}
