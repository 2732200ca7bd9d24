import type { ClosingAlertKind } from '../kinds/alert-kinds.ts';
import type { NotificationKind } from '../kinds/notification-kinds.ts';
import type {
  ActorKind,
  ConsumerPayloads,
  JsonObject,
  OutboxEffect,
  PublishedFact,
} from '../runtime/machine.ts';

export function command(kind: ActorKind, key: string, type: string, payload: JsonObject): OutboxEffect {
  return { do: 'command', to: { kind, key }, type, payload };
}

export function push(rooms: readonly string[], event: string, payload: JsonObject): OutboxEffect {
  return { do: 'push', rooms, event, payload };
}

/** The consumer finds the recipients by the ids in the payload, and the text by the kind. */
export function notify(kind: NotificationKind, payload: JsonObject): OutboxEffect {
  return { do: 'consume', consumer: 'notify', payload: { kind, ...payload } };
}

/** Tells webhooks what has happened; nothing, if there are no facts. */
export function publish(facts: PublishedFact[]): OutboxEffect[] {
  return facts.length === 0 ? [] : [{ do: 'consume', consumer: 'publish', payload: { facts } }];
}

type RaisedAlert = Omit<ConsumerPayloads['alert'], 'data' | 'close'> & { data?: JsonObject };
/** An alert that is closed when its cause ends. */
export type Alert = RaisedAlert & { kind: ClosingAlertKind };

export function raiseAlert({
  kind,
  dedupeKey,
  subjectType,
  subjectId,
  data = {},
}: RaisedAlert): OutboxEffect {
  return { do: 'consume', consumer: 'alert', payload: { kind, dedupeKey, subjectType, subjectId, data } };
}

export function closeAlert(alert: Omit<Alert, 'data'>): OutboxEffect {
  return { do: 'consume', consumer: 'alert', payload: { ...alert, data: {}, close: true } };
}

/** Has tickets without a driver tried again after a relevant change. */
export function retryWaiting(reason: string): OutboxEffect {
  return { do: 'consume', consumer: 'retry-waiting', payload: { reason } };
}

/**
 * Puts a group's units back into stock, once per cause.
 * @param damaged Units that came back and cannot be sold; absent if the goods never left.
 */
export function returnStock(
  groupId: string,
  cause: string,
  damaged?: ConsumerPayloads['return-stock']['damaged'],
): OutboxEffect {
  const payload = damaged === undefined ? { groupId, cause } : { groupId, cause, damaged };
  return { do: 'consume', consumer: 'return-stock', payload };
}

export function grantRole(accountId: string, role: ConsumerPayloads['role']['role']): OutboxEffect {
  return { do: 'consume', consumer: 'role', payload: { accountId, role, grant: true } };
}
