import type { Frames } from '../db/redis/frames.ts';

/** First byte of a message with numbered events; no message of the Socket.IO adapter begins with it. */
export const NUMBERED = '~'.charCodeAt(0);

const NAMESPACE_OF_SOCKETS = '#/#';

/** Prefix of all channels of an installation, also passed to the Socket.IO adapter. */
export function channelPrefix(namespace: string): string {
  return `${namespace}:live`;
}

/**
 * The channel the Socket.IO adapter subscribes to while a socket of its process is in the room. Numbered events use it
 * too, so that one subscription serves both.
 */
export function roomChannel(namespace: string, room: string): string {
  return `${channelPrefix(namespace)}${NAMESPACE_OF_SOCKETS}${room}#`;
}

export function roomOfChannel(namespace: string, channel: string): string | null {
  const start = channelPrefix(namespace).length + NAMESPACE_OF_SOCKETS.length;
  const room = channel.slice(start, -1);
  return roomChannel(namespace, room) === channel ? room : null;
}

export interface RoomEvent {
  event: string;
  payload: Record<string, unknown>;
  id: string;
  at: string;
  /** W3C traceparent of its push, while traces are recorded; not for clients. */
  trace?: string;
}

/** An event as it is in Redis. Each is signed by itself, since Redis numbers events and puts them together. */
export type SignedEvent = RoomEvent & { sig?: unknown };

/** @param body An event as JSON, as `JSON.stringify` writes it. */
export function signedBody(frames: Frames, channel: string, body: string): string {
  return `${body.slice(0, -1)},"sig":"${frames.signature(channel, body)}"}`;
}

/** The event without its signature; null if it was not signed for this room. */
export function unsignedEvent(
  frames: Frames,
  channel: string,
  { sig, event, payload, id, at, trace }: SignedEvent,
): RoomEvent | null {
  const body: RoomEvent = { event, payload, id, at, ...(trace === undefined ? {} : { trace }) };
  return frames.isSigned(channel, JSON.stringify(body), sig) ? body : null;
}

export interface NumberedMessage {
  epoch: string;
  /** Sequence of the first event. */
  first: number;
  /** Empty: the room has a new epoch because events were lost. */
  events: SignedEvent[];
}

/** Parses the message published by the script in room-scripts.ts: `~<epoch> <first> [<event>,…]`. */
export function parseNumbered(message: Buffer): NumberedMessage {
  const text = message.toString();
  const [one, two] = [text.indexOf(' '), text.indexOf(' ', text.indexOf(' ') + 1)];
  return {
    epoch: text.slice(1, one),
    first: Number(text.slice(one + 1, two)),
    events: JSON.parse(text.slice(two + 1)) as NumberedMessage['events'],
  };
}
