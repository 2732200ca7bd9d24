import type { LiveSchemas, NumberedEvents, SocketEvents } from './live-types.ts';

/** The position of a numbered event in its room; clients get it as the event's second argument. */
export type Stamp = LiveSchemas['Stamp'];
/** The position of a room, for a client that joins it or catches up. */
export type RoomAnswer = LiveSchemas['RoomAnswer'];

/** [driver id, latitude, longitude, heading in degrees or null, milliseconds since the device measured it] */
export type LocatedDriver = LiveSchemas['LocatedDriver'];

/**
 * Every live event by name, as described in realtime/asyncapi.yaml: rooms, meaning and payload. Events are produced by
 * the actors' reactions and by services, and checked against that contract in every test.
 */
export type LiveEvents = NumberedEvents & { [E in keyof SocketEvents]: Omit<SocketEvents[E], 'at'> };

/** An event without a number, as sent: `at` is the real time of sending. */
export type Stamped<P> = P & { at: string };
