import type { LiveSchemas, SocketEvents } from '../../../realtime/live-types.ts';
import { FollowedRooms, type RoomsOptions } from './followed-rooms.ts';
import { type ConnectionOptions, LiveConnection } from './live-connection.ts';
import { type Answer, type OpenSocket, request } from './live-socket.ts';
import { type LiveStatus, liveState } from './live-status.ts';
import type { RoomHandlers } from './room-handlers.ts';
import type { RoomState } from './room-track.ts';

export interface LiveOptions extends ConnectionOptions, RoomsOptions {
  onStatus?(status: LiveStatus): void;
  /** Receives volatile position frames. */
  onLocations?(frame: SocketEvents['locations']): void;
}

/**
 * The live channel of one account: connects and reconnects, renews its token, delivers rooms' events without loss or
 * repetition, and reports when it cannot. `close` ends it.
 */
export class LiveChannel {
  readonly #options: LiveOptions;
  readonly #connection: LiveConnection;
  readonly #rooms: FollowedRooms;
  #status: LiveStatus = { state: 'offline', since: null, code: null };

  constructor(options: LiveOptions, openSocket: OpenSocket) {
    this.#options = options;
    const changed = () => this.#tell();
    this.#connection = new LiveConnection(
      options,
      { positions: () => this.#rooms.positions(), changed },
      openSocket,
    );
    const { socket } = this.#connection;
    this.#rooms = new FollowedRooms(socket, options, changed);
    socket.on('locations', (frame) => options.onLocations?.(frame));
  }

  get status(): LiveStatus {
    return this.#status;
  }

  /** Opens the connection. Resolves at once; `onStatus` reports the progress. */
  start(): void {
    this.#connection.open();
  }

  /** Follows a room; each room has one subscription, which survives interruptions until it is closed. */
  subscribe(room: string, handlers: RoomHandlers): { readonly state: RoomState; close(): void } {
    return this.#rooms.subscribe(room, handlers);
  }

  /** Sends a driver's points. Null when no answer came in time. */
  async location(points: LiveSchemas['LocationRequest']): Promise<Answer<{ accepted: number }> | null> {
    const answer = await request<{ accepted: number }>(this.#connection.socket, 'location', points);
    // An answer counts as a heartbeat.
    if (answer !== null) this.#connection.heard();
    return answer;
  }

  close(): void {
    this.#rooms.close();
    this.#connection.close();
    this.#tell();
  }

  #tell(): void {
    const { ended, silent, heardAt } = this.#connection;
    const { greeted, paused, states } = this.#rooms;
    const state = liveState({ connected: greeted, quiet: paused || silent, ended, rooms: states });
    const former = this.#status;
    if (state === former.state) return;
    const since = state === 'live' ? null : former.state === 'live' ? heardAt : former.since;
    this.#status = { state, since, code: ended };
    this.#options.onStatus?.(this.#status);
  }
}
