import type { RoomState } from './room-track.ts';

/** What a page may say about the truth of what it shows. */
export type LiveState = 'live' | 'catching-up' | 'stale' | 'offline' | 'ended';

export interface LiveStatus {
  state: LiveState;
  /** Until when what is shown was known to be current, in ms since the epoch; null while live, or never so far. */
  since: number | null;
  /** Why the connection ended for good: a problem's code. */
  code: string | null;
}

export interface StatusSigns {
  connected: boolean;
  /** The server said that live events are paused, or its heartbeat is overdue. */
  quiet: boolean;
  ended: string | null;
  rooms: readonly RoomState[];
}

/** The worst of connection and rooms. */
export function liveState({ connected, quiet, ended, rooms }: StatusSigns): LiveState {
  if (ended !== null) return 'ended';
  if (!connected) return 'offline';
  if (quiet || rooms.includes('stale')) return 'stale';
  return rooms.some((state) => state === 'catching-up' || state === 'offline') ? 'catching-up' : 'live';
}
