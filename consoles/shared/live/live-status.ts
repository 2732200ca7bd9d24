import type { RoomState } from './room-track.ts';

/** How current the page's data is. */
export type LiveState = 'live' | 'catching-up' | 'stale' | 'offline' | 'ended';

export interface LiveStatus {
  state: LiveState;
  /**
   * The last moment at which the data was known to be current, in ms since the epoch; null while live, or if it never
   * was.
   */
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

/** The worst of the states of connection and rooms. */
export function liveState({ connected, quiet, ended, rooms }: StatusSigns): LiveState {
  if (ended !== null) return 'ended';
  if (!connected) return 'offline';
  if (quiet || rooms.includes('stale')) return 'stale';
  return rooms.some((state) => state === 'catching-up' || state === 'offline') ? 'catching-up' : 'live';
}
