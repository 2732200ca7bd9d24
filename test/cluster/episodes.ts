import { type Episode, LEAPING } from './three-apis.ts';

/** The places, in the order in which they are struck. */
export type Places = readonly [number, number, number];

/** Cuts of every kind in turn, a wrong clock, and connections that are reset. */
export const episodesOf = ([one, two, three]: Places): Episode[] => [
  { name: 'one from Redis', blows: [{ place: one, from: ['redis'], loss: 'all' }] },
  {
    name: 'one from PostgreSQL',
    blows: [{ place: two, from: ['postgres'], loss: 'all' }],
    ...{ forMs: 10_000, takenOver: two },
  },
  { name: 'one from both', blows: [{ place: three, from: ['redis', 'postgres'], loss: 'all' }] },
  // Its commits arrive, and it does not learn so.
  { name: 'answers of PostgreSQL', blows: [{ place: one, from: ['postgres'], loss: 'answers' }] },
  { name: 'requests to PostgreSQL', blows: [{ place: two, from: ['postgres'], loss: 'requests' }] },
  // Its claims and messages arrive, and it hears nothing.
  { name: 'answers of Redis', blows: [{ place: two, from: ['redis'], loss: 'answers' }] },
  { name: 'requests to Redis', blows: [{ place: three, from: ['redis'], loss: 'requests' }] },
  {
    name: 'two at once, one from Redis and one from PostgreSQL',
    blows: [
      { place: one, from: ['redis'], loss: 'all' },
      { place: two, from: ['postgres'], loss: 'all' },
    ],
  },
  {
    name: 'two at once from Redis',
    blows: [
      { place: two, from: ['redis'], loss: 'all' },
      { place: three, from: ['redis'], loss: 'all' },
    ],
  },
  { name: 'a clock set five seconds ahead', blows: [{ place: LEAPING, clock: 'ahead' }] },
  {
    name: 'all connections of one reset',
    blows: [{ place: one, from: ['redis', 'postgres'], loss: 'reset' }],
  },
];
