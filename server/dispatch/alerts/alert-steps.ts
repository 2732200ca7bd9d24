import { WaslError } from '../../../actors/errors.ts';
import { invalidState, type TransitionTable } from '../../../actors/machines/table.ts';
import type { Alert, AlertChangeName, AlertPatch, AlertStatus } from './alert-store.ts';

const STAFF = ['DISPATCHER', 'ADMIN'] as const;

/**
 * Besides these steps by a person, the service resolves an alert from any state when its cause ends, and reopens it if
 * the cause returns soon.
 */
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
      guard: 'soon after its cause had ended',
    },
  },
} as const satisfies TransitionTable<AlertStatus>;

interface By {
  accountId: string;
  /** Domain time. */
  at: Date;
  note: string | null;
}

/** A change of an alert; null if it has already taken effect. */
type Step = { change: AlertChangeName; patch: AlertPatch } | null;

/** An action that a person takes on an alert. */
export type AlertStep = (alert: Alert, by: By) => Step;

/**
 * Marks that a person is working on it. Throws alert.INVALID_STATE if it was resolved without having been acknowledged.
 */
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

/** Marks it resolved by a person; if the cause persists, it is raised again after the quiet time. */
export function resolving(alert: Alert, { accountId, at, note }: By): Step {
  if (alert.status === 'RESOLVED') return null;
  const patch = { resolvedAt: at, resolvedBy: accountId, note };
  return { change: 'RESOLVED', patch: { status: 'RESOLVED', ...patch } };
}
