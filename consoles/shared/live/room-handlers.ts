import type { LiveMessage } from './live-message.ts';
import type { RoomState } from './room-track.ts';
import type { KnownVersions } from './version-filter.ts';

/** Shows a state that was read, all at once, and returns the versions it includes. */
export type ShowState = () => KnownVersions | undefined;

/** Handles a room's events. A handler that throws affects nothing else. */
export interface RoomHandlers {
  /** Every event of the room once, in order. */
  onEvent(message: LiveMessage): void;
  /**
   * Reads the state through REST and returns a function that shows it. That is called at once, unless the room has
   * asked for a newer read meanwhile, since a late answer must not replace it. Then events continue, without those that
   * the versions include. A rejection is retried. Also called first, before any event.
   */
  onSnapshotNeeded?(room: string): Promise<ShowState | undefined>;
  onState?(state: RoomState, room: string): void;
}
