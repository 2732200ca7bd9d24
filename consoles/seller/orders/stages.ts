import type { BoardGroup, GroupStatus } from './order-types.ts';

/** Columns of the board, in the sequence in which an order passes them. */
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

/** A status's rank in the sequence in which an order passes them. */
export function statusRank(status: GroupStatus): number {
  return Object.keys(STAGE_OF).indexOf(status);
}

/** Returned goods count as ended only once the seller has confirmed them. */
export function stageOf({
  status,
  returnConfirmedAt,
}: Pick<BoardGroup, 'status' | 'returnConfirmedAt'>): Stage {
  return status === 'RETURNED' && returnConfirmedAt !== null ? 'ended' : STAGE_OF[status];
}

/** How an order turned out for the shop. */
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

/** Sorts by urgency; ended orders by latest first. */
export const ORDER_IN: Record<Stage, Compare> = {
  new: (a, b) => earlier(a.acceptBy, b.acceptBy) || oldest(a, b),
  accepted: promised,
  packed: promised,
  ready: (a, b) => earlier(a.pickupEta, b.pickupEta) || promised(a, b),
  way: (a, b) => earlier(a.dropoffEta, b.dropoffEta) || promised(a, b),
  // Goods already in the shop and awaiting confirmation come before those on their way.
  back: (a, b) => Number(b.status === 'RETURNED') - Number(a.status === 'RETURNED') || oldest(a, b),
  ended: (a, b) => earlier(b.endedAt ?? b.placedAt, a.endedAt ?? a.placedAt) || oldest(a, b),
};

export type Columns = Record<Stage, readonly BoardGroup[]>;

/** Groups by stage, each sorted by urgency. */
export function columnsOf(groups: Iterable<BoardGroup>): Columns {
  const columns: Record<Stage, BoardGroup[]> = {
    ...{ new: [], accepted: [], packed: [], ready: [], way: [], back: [], ended: [] },
  };
  for (const group of groups) columns[stageOf(group)].push(group);
  for (const stage of STAGES) columns[stage].sort(ORDER_IN[stage]);
  return columns;
}
