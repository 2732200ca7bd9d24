import type { components } from '../../../server/kernel/http/api-types.ts';

type Moment = components['schemas']['PastMoment'];

/** Similar moments in close succession: a morning on which twelve shifts start is one line. */
export interface MomentGroup {
  kind: Moment['kind'];
  /** Time of the first. */
  at: string;
  /** Time of the last. */
  until: string;
  moments: readonly Moment[];
}

/** Milliseconds after the first of a group within which others still belong to it. */
const TOGETHER_MS = 15 * 60_000;

/** Groups equal moments, in the sequence of their first. A moment with a reason of its own stays ungrouped. */
export function groupMoments(moments: readonly Moment[]): MomentGroup[] {
  const groups: (MomentGroup & { moments: Moment[] })[] = [];
  const open = new Map<string, MomentGroup & { moments: Moment[] }>();
  for (const moment of moments) {
    const alike = likeness(moment);
    const former = open.get(alike);
    if (former !== undefined && Date.parse(moment.at) - Date.parse(former.at) <= TOGETHER_MS) {
      former.moments.push(moment);
      former.until = moment.at;
      continue;
    }
    const group = { kind: moment.kind, at: moment.at, until: moment.at, moments: [moment] };
    open.set(alike, group);
    groups.push(group);
  }
  return groups;
}

function likeness({ kind, reason, data }: Moment): string {
  const about = kind === 'ALERT_RAISED' || kind === 'ALERT_RESOLVED' ? String(data.kind) : '';
  return JSON.stringify([kind, about, reason]);
}
