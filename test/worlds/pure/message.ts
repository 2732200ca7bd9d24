import type { ActorRef, JsonObject } from '../../../actors/runtime/machine.ts';

/** A command on its way to an actor, or an effect on its way to a consumer. */
export interface Message {
  id: string;
  to: ActorRef;
  /** A command's type, or a consumer's name: `choose` or `retry-waiting`. */
  type: string;
  consumer: boolean;
  payload: JsonObject;
  /** Not delivered before this step: its sender has crashed, and the sweeper finds it then. */
  wakesAt: number;
  /** It has been delivered before. */
  repeated?: true;
}

export type Unsent = Omit<Message, 'wakesAt'>;

export function commandTo(to: ActorRef, id: string, type: string, payload: JsonObject): Unsent {
  return { id, to, type, payload, consumer: false };
}

export const orderRef = (key: string): ActorRef => ({ kind: 'order', key });
export const driverRef = (key: string): ActorRef => ({ kind: 'driver', key });
export const zoneRef = (key: string): ActorRef => ({ kind: 'zone', key });
