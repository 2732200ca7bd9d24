import type { BoardGroup, GroupStatus } from './order-types.ts';

/** Columns of the board, in the order in which an order passes them. */
export const STAGES = ['new', 'accepted', 'packed', 'ready', 'way', 'back', 'ended'] as const;
export type Stage = (typeof STAGES)[number];

const STAGE_OF: Record<GroupStatus, Stage> = {
  PENDING_ACCEPTANCE: 'new',
  ACCEPTED: 'accepted',
  PACKED: 'packed',
  READY_FOR_PICKUP: 'ready',
  PICKED_UP: 'way',
  IN_TRANSIT: 'way',
  DELIVERY_FAILED: 'back',
  RETURNING: 'back',
  RETURNED: 'back',
  DELIVERED: 'ended',
  REJECTED: 'ended',
  CANCELLED: 'ended',
  WRITTEN_OFF: 'ended',
};

/** Where a status stands among all, in the order in which an order passes them. */
export function statusRank(status: GroupStatus): number {
  return Object.keys(STAGE_OF).indexOf(status);
}

/** Returned goods are over only once the seller has confirmed them. */
export function stageOf({
  status,
  returnConfirmedAt,
}: Pick<BoardGroup, 'status' | 'returnConfirmedAt'>): Stage {
  return status === 'RETURNED' && returnConfirmedAt !== null ? 'ended' : STAGE_OF[status];
}

/** How an order ends for the shop, as far as it has ended. */
export const OUTCOMES = ['open', 'delivered', 'lost'] as const;
export type Outcome = (typeof OUTCOMES)[number];

export function outcomeOf(status: GroupStatus): Outcome {
  if (status === 'DELIVERED') return 'delivered';
  const stage = STAGE_OF[status];
  return stage === 'ended' || stage === 'back' ? 'lost' : 'open';
}

type Compare = (a: BoardGroup, b: BoardGroup) => number;

const earlier = (a: string | null, b: string | null) => (a ?? '9').localeCompare(b ?? '9');
const oldest: Compare = (a, b) => earlier(a.placedAt, b.placedAt) || a.groupId.localeCompare(b.groupId);
const promised: Compare = (a, b) => earlier(a.promisedTo, b.promisedTo) || oldest(a, b);

/** What is most urgent first; of what has ended, the latest. */
export const ORDER_IN: Record<Stage, Compare> = {
  new: (a, b) => earlier(a.acceptBy, b.acceptBy) || oldest(a, b),
  accepted: promised,
  packed: promised,
  ready: (a, b) => earlier(a.pickupEta, b.pickupEta) || promised(a, b),
  way: (a, b) => earlier(a.dropoffEta, b.dropoffEta) || promised(a, b),
  // Goods that stand in the shop and wait for a word come before those on their way.
  back: (a, b) => Number(b.status === 'RETURNED') - Number(a.status === 'RETURNED') || oldest(a, b),
  ended: (a, b) => earlier(b.endedAt ?? b.placedAt, a.endedAt ?? a.placedAt) || oldest(a, b),
};

export type Columns = Record<Stage, readonly BoardGroup[]>;

/** These groups by stage, each in the order in which they are to be looked at. */
export function columnsOf(groups: Iterable<BoardGroup>): Columns {
  const columns: Record<Stage, BoardGroup[]> = {
    ...{ new: [], accepted: [], packed: [], ready: [], way: [], back: [], ended: [] },
  };
  for (const group of groups) columns[stageOf(group)].push(group);
  for (const stage of STAGES) columns[stage].sort(ORDER_IN[stage]);
  return columns;
}
