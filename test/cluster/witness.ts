import { LiveChannel } from '../../consoles/shared/live/live-channel.ts';
import type { LiveMessage, RoomAnswer } from '../../consoles/shared/live/live-message.ts';
import type { LiveSocket, OpenSocket } from '../../consoles/shared/live/live-socket.ts';
import { openSocket } from '../../consoles/shared/live/open-socket.ts';
import type { KnownVersions } from '../../consoles/shared/live/version-filter.ts';
import { ApiClient, type Schema } from '../support/api-client.ts';

/** How a witness learned of a version of a driver. */
interface Learned {
  by: 'event' | 'read';
  version: number;
}

export interface WitnessOptions {
  /** Of the process that it is connected to, and reads from. */
  url: string;
  token: string;
  address: string;
  /** The driver that it is; null: a dispatcher, who follows all. */
  driverId: string | null;
}

/** Follows drivers by the events of its account's rooms, as a console does, and reads the state when it is told to. */
export class Witness {
  /** How often it read the state. */
  reads = 0;
  readonly #options: WitnessOptions;
  readonly #api: ApiClient;
  readonly #live: LiveChannel;
  readonly #learned = new Map<string, Learned[]>();
  /** Versions of which an event came over the wire, by driver: also those that the client ignored as late. */
  readonly #arrived = new Map<string, Set<number>>();

  constructor(options: WitnessOptions) {
    this.#options = options;
    const { url, token, address } = options;
    this.#api = new ApiClient(url, address);
    this.#api.token = token;
    const own = {
      onEvent: (message: LiveMessage) => this.#hear(message),
      onSnapshotNeeded: (room: string) => this.#read(room),
    };
    this.#live = new LiveChannel(
      {
        ...{ url, token: async () => token, transports: ['websocket'], own },
        backoff: { first: 20, longest: 500 },
      },
      this.#openTapped,
    );
    this.#live.start();
  }

  get isLive(): boolean {
    return this.#live.status.state === 'live';
  }

  get events(): number {
    return [...this.#learned.values()].flat().filter(({ by }) => by === 'event').length;
  }

  /** Versions whose event came after a newer one, which the client then ignores. */
  get late(): number {
    let late = 0;
    for (const [driverId, versions] of this.#arrived) {
      const heard = new Set(this.#learned.get(driverId)?.map(({ version }) => version));
      const first = this.#learned.get(driverId)?.[0]?.version ?? 0;
      late += [...versions].filter((version) => version > first && !heard.has(version)).length;
    }
    return late;
  }

  /** The newest version that it knows of a driver; 0: none. */
  knows(driverId: string): number {
    return this.#learned.get(driverId)?.at(-1)?.version ?? 0;
  }

  /**
   * What is wrong with what it learned of a driver whose versions had one event each: one twice, an older one after a
   * newer, or one that it neither read nor was sent. One that was sent after a newer one is late, and ignored: the
   * contract says so.
   */
  faults(driverId: string): string[] {
    const faults: string[] = [];
    let known: number | null = null;
    for (const { by, version } of this.#learned.get(driverId) ?? []) {
      if (known !== null && version < known) faults.push(`${by} ${version} after ${known}`);
      if (known !== null && by === 'event' && version === known) faults.push(`${version} twice`);
      if (known !== null && by === 'event')
        for (let missing = known + 1; missing < version; missing += 1)
          if (this.#arrived.get(driverId)?.has(missing) !== true) faults.push(`${missing} never came`);
      known = Math.max(known ?? 0, version);
    }
    return faults;
  }

  close(): void {
    this.#live.close();
  }

  #hear({ event, payload }: LiveMessage): void {
    if (event === 'driver.updated') this.#learn(payload.driverId, 'event', payload.version);
  }

  /** Learned only when the client takes it over: by then another read may have been asked for. */
  async #read(room: string): Promise<() => KnownVersions | undefined> {
    const { driverId } = this.#options;
    if (room !== (driverId === null ? 'dispatch' : `driver:${driverId}`)) return () => undefined;
    const drivers =
      driverId === null
        ? (await this.#api.get<Schema<'DriverList'>>('/dispatch/drivers?limit=100')).data
        : [await this.#api.get<Schema<'Driver'>>('/driver')];
    return () => {
      this.reads += 1;
      for (const { id, version } of drivers) this.#learn(id, 'read', version);
      return Object.fromEntries(drivers.map(({ id, version }) => [`driver:${id}`, version]));
    };
  }

  readonly #openTapped: OpenSocket = (url, options, auth) => {
    const socket = openSocket(url, options, auth);
    socket.onAny((event, payload, stamp) => {
      if (stamp !== undefined) this.#arrive(event, payload);
      else this.#catchUp((payload as { rooms?: RoomAnswer[] } | undefined)?.rooms);
    });
    return tapAnswers(socket, (answer) => this.#catchUp([answer]));
  };

  /** Answers about rooms contain the events that were missed. */
  #catchUp(rooms: readonly (RoomAnswer | string)[] = []): void {
    for (const room of rooms)
      if (typeof room === 'object')
        for (const { event, payload } of room.events ?? []) this.#arrive(event, payload);
  }

  #arrive(event: string, payload: unknown): void {
    if (event !== 'driver.updated') return;
    const { driverId, version } = payload as { driverId: string; version: number };
    this.#arrived.set(driverId, (this.#arrived.get(driverId) ?? new Set()).add(version));
  }

  #learn(driverId: string, by: Learned['by'], version: number): void {
    const learned = this.#learned.get(driverId) ?? [];
    learned.push({ by, version });
    this.#learned.set(driverId, learned);
  }
}

/** The same socket, whose answers are shown to somebody else as well. */
function tapAnswers(socket: LiveSocket, show: (answer: RoomAnswer) => void): LiveSocket {
  return new Proxy(socket, {
    get(target, name) {
      const value: unknown = Reflect.get(target, name);
      if (name !== 'timeout') return typeof value === 'function' ? value.bind(target) : value;
      const timeout: LiveSocket['timeout'] = (milliseconds) => ({
        async emitWithAck(request, payload) {
          const answer = await target.timeout(milliseconds).emitWithAck(request, payload);
          if (request === 'subscribe') show(answer as RoomAnswer);
          return answer;
        },
      });
      return timeout;
    },
  });
}
