import type { LiveSchemas, NumberedEvents } from '../../../realtime/live-types.ts';

export type Stamp = LiveSchemas['Stamp'];
export type Position = LiveSchemas['Position'];
export type RoomAnswer = LiveSchemas['RoomAnswer'];

/** One numbered event; its name determines the payload's type. */
export type LiveMessage = {
  [E in keyof NumberedEvents]: { event: E; payload: NumberedEvents[E]; stamp: Stamp };
}[keyof NumberedEvents];

/** A message from the wire: trusted, since the server checks it against the contract. */
export function liveMessage(event: string, payload: unknown, stamp: Stamp): LiveMessage {
  return { event, payload, stamp } as LiveMessage;
}
