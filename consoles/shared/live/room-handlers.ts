import type { LiveMessage } from './live-message.ts';
import type { RoomState } from './room-track.ts';
import type { KnownVersions } from './version-filter.ts';

/** Shows a state that was read, all at once, and says which versions it includes. */
export type ShowState = () => KnownVersions | undefined;

/** What is done with a room's events. A handler that throws harms nothing but itself. */
export interface RoomHandlers {
  /** Every event of the room once, in order. */
  onEvent(message: LiveMessage): void;
  /**
   * Read the state through REST, and give a way to show it. That is called at once, unless the room has asked for a
   * newer reading meanwhile: an answer that was long on its way must not replace it. Events go on then; those that the
   * versions include are left out. A rejection is tried again. Also called first, before any event.
   */
  onSnapshotNeeded?(room: string): Promise<ShowState | undefined>;
  onState?(state: RoomState, room: string): void;
}
