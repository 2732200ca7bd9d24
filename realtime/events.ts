import type { LiveSchemas, NumberedEvents, SocketEvents } from './live-types.ts';

/** Where a numbered event stands in its room; a client gets it as the event's second argument. */
export type Stamp = LiveSchemas['Stamp'];
/** Where a room stands, for a client that joins it or catches up. */
export type RoomAnswer = LiveSchemas['RoomAnswer'];

/** [driver id, latitude, longitude, heading in degrees or null, milliseconds since the device measured it] */
export type LocatedDriver = LiveSchemas['LocatedDriver'];

/**
 * Every live event by name, as realtime/asyncapi.yaml describes it: rooms, meaning and payload. What is pushed is
 * made by the actors' reactions and by services, and checked against that contract in every test.
 */
export type LiveEvents = NumberedEvents & { [E in keyof SocketEvents]: Omit<SocketEvents[E], 'at'> };

/** An event without number on its way: `at` is the real time of sending. */
export type Stamped<P> = P & { at: string };
