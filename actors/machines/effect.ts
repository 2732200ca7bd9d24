import type { ActorKind, Effect, JsonObject } from '../runtime/machine.ts';

export function command(kind: ActorKind, key: string, type: string, payload: JsonObject): Effect {
  return { do: 'command', to: { kind, key }, type, payload };
}

export function push(rooms: readonly string[], event: string, payload: JsonObject): Effect {
  return { do: 'push', rooms, event, payload };
}

/** The consumer finds the recipients by the ids in the payload, and the words by its kind. */
export function notify(kind: string, payload: JsonObject): Effect {
  return { do: 'consume', consumer: 'notify', payload: { kind, ...payload } };
}

export interface Alert {
  kind: string;
  /** One open alert per key. */
  dedupeKey: string;
  subjectType: 'GROUP' | 'TASK' | 'DRIVER' | 'ZONE';
  subjectId: string;
  data?: JsonObject;
}

export function raiseAlert({ kind, dedupeKey, subjectType, subjectId, data = {} }: Alert): Effect {
  return { do: 'consume', consumer: 'alert', payload: { kind, dedupeKey, subjectType, subjectId, data } };
}

export function closeAlert(alert: Omit<Alert, 'data'>): Effect {
  return { do: 'consume', consumer: 'alert', payload: { ...alert, data: {}, close: true } };
}

/** Something relevant changed: tickets that found nobody are tried again. */
export function retryWaiting(reason: string): Effect {
  return { do: 'consume', consumer: 'retry-waiting', payload: { reason } };
}
