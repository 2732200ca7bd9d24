import { WaslError } from '../../../actors/errors.ts';
import { invalidState, type TransitionTable } from '../../../actors/machines/table.ts';
import type { Alert, AlertChangeName, AlertPatch, AlertStatus } from './alert-store.ts';

const STAFF = ['DISPATCHER', 'ADMIN'] as const;

/** By itself an alert is resolved from every state, when its cause ends; it is the same one if that is back soon. */
export const ALERT_TRANSITIONS = {
  OPEN: {
    acknowledge: { to: 'ACKNOWLEDGED', roles: STAFF },
    resolve: { to: 'RESOLVED', roles: STAFF },
    'cause-ended': { to: 'RESOLVED', roles: ['SYSTEM'] },
  },
  ACKNOWLEDGED: {
    resolve: { to: 'RESOLVED', roles: STAFF },
    'cause-ended': { to: 'RESOLVED', roles: ['SYSTEM'] },
  },
  RESOLVED: {
    'cause-back': {
      to: 'OPEN',
      or: 'ACKNOWLEDGED',
      roles: ['SYSTEM'],
      guard: 'soon after it ended by itself',
    },
  },
} as const satisfies TransitionTable<AlertStatus>;

interface By {
  accountId: string;
  /** Domain time. */
  at: Date;
  note: string | null;
}

/** A change of an alert; null: it has taken effect already. */
type Step = { change: AlertChangeName; patch: AlertPatch } | null;

/** What a person does to an alert. */
export type AlertStep = (alert: Alert, by: By) => Step;

/** Somebody is on it. Throws alert.INVALID_STATE when it was resolved before anybody was. */
export function acknowledging(alert: Alert, { accountId, at, note }: By): Step {
  if (alert.acknowledgedAt !== null) return null;
  if (alert.status === 'RESOLVED') {
    const { code, ...details } = invalidState<AlertStatus>(
      'alert.INVALID_STATE',
      ALERT_TRANSITIONS,
      alert.status,
      'DISPATCHER',
    );
    throw new WaslError(code, details);
  }
  const patch = { acknowledgedAt: at, acknowledgedBy: accountId, acknowledgeNote: note };
  return { change: 'ACKNOWLEDGED', patch: { status: 'ACKNOWLEDGED', ...patch } };
}

/** Done with, as somebody says; what lasts comes back after the quiet time. */
export function resolving(alert: Alert, { accountId, at, note }: By): Step {
  if (alert.status === 'RESOLVED') return null;
  const patch = { resolvedAt: at, resolvedBy: accountId, note };
  return { change: 'RESOLVED', patch: { status: 'RESOLVED', ...patch } };
}
