import type { LiveMessage } from './live-message.ts';
import type { RoomState } from './room-track.ts';
import type { KnownVersions } from './version-filter.ts';

/** What is done with a room's events. A handler that throws harms nothing but itself. */
export interface RoomHandlers {
  /** Every event of the room once, in order. */
  onEvent(message: LiveMessage): void;
  /**
   * Read the state through REST. Events go on when the promise resolves: those that the versions given include are
   * left out. A rejection is tried again. Also called first, before any event.
   */
  onSnapshotNeeded?(room: string): Promise<KnownVersions | undefined>;
  onState?(state: RoomState, room: string): void;
}
