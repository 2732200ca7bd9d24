import { connect, createServer, type Server, type Socket } from 'node:net';
import type { Chance } from '../../scripts/shared/chance.ts';
import type { Loss } from './network.ts';

/** How a way is while nothing is cut. */
export interface Weather {
  /** Milliseconds in each direction, more or less by the jitter. */
  delay: number;
  jitter: number;
  /** Share of the segments that are lost, 0 to 1. */
  loss: number;
}

export interface WayOptions {
  /** On 127.0.0.1, of the service at its end. */
  port: number;
  weather: Weather;
  chance: Chance;
}

/** Bytes that a packet carries on most networks. */
const SEGMENT = 1_460;
/** Milliseconds after which TCP sends a lost segment again; doubled for each further loss, up to the longest. */
const RESEND_AFTER_MS = 200;
const LONGEST_RESEND_MS = 60_000;
/** Bytes on the way of one direction beyond which its sender has to wait, as TCP's window makes it. */
const WINDOW = 256 * 1_024;

/**
 * The way of one process to one service: a TCP proxy that delays what passes, and shows losses as programs see them
 * through TCP, namely as a pause of everything behind the lost segment. While a direction is cut, what is sent in it,
 * the end of a connection included, arrives neither nor fails; after the mending it arrives when TCP would next have
 * sent it again. A new connection is accepted even then, since the kernel does it, but nobody answers on it.
 */
export class Way {
  readonly #options: WayOptions;
  readonly #server: Server;
  readonly #lanes = new Set<Lane>();
  readonly #sockets = new Set<Socket>();
  readonly #cuts = new Set<Loss>();

  private constructor(options: WayOptions) {
    this.#options = options;
    this.#server = createServer({ allowHalfOpen: true }, (client) => this.#pass(client));
  }

  static async open(options: WayOptions): Promise<Way> {
    const way = new Way(options);
    await new Promise<void>((resolve, reject) => {
      way.#server.once('error', reject);
      way.#server.listen(0, '127.0.0.1', resolve);
    });
    return way;
  }

  get port(): number {
    const address = this.#server.address();
    return typeof address === 'object' && address !== null ? address.port : 0;
  }

  cut(loss: Loss): void {
    this.#cuts.add(loss);
    this.#applyCuts();
  }

  mend(loss: Loss): void {
    this.#cuts.delete(loss);
    this.#applyCuts();
  }

  /** Ends every connection on both sides with a reset, as a router does that has forgotten them. */
  reset(): void {
    for (const socket of this.#sockets) socket.resetAndDestroy();
  }

  async close(): Promise<void> {
    const closed = new Promise<void>((resolve) => this.#server.close(() => resolve()));
    for (const lane of this.#lanes) lane.close();
    for (const socket of this.#sockets) socket.destroy();
    await closed;
  }

  #pass(client: Socket): void {
    const service = connect({ port: this.#options.port, host: '127.0.0.1', allowHalfOpen: true });
    const lanes = [this.#lane('requests', client, service), this.#lane('answers', service, client)];
    for (const socket of [client, service]) {
      this.#sockets.add(socket);
      socket.setNoDelay(true);
      socket.on('error', () => undefined);
      socket.on('close', () => {
        this.#sockets.delete(socket);
        if (!client.destroyed || !service.destroyed) return;
        for (const lane of lanes) this.#drop(lane);
      });
    }
  }

  #lane(name: Lane['name'], from: Socket, to: Socket): Lane {
    const lane = new Lane(name, from, to, this.#options);
    this.#lanes.add(lane);
    lane.setCut(this.#isCut(name));
    return lane;
  }

  #drop(lane: Lane): void {
    lane.close();
    this.#lanes.delete(lane);
  }

  #applyCuts(): void {
    for (const lane of this.#lanes) lane.setCut(this.#isCut(lane.name));
  }

  #isCut(name: Lane['name']): boolean {
    return this.#cuts.has('all') || this.#cuts.has(name);
  }
}

/** What is on its way: bytes, or the end of the connection, after which nothing comes. */
interface Parcel {
  what: Buffer | 'end' | 'close';
  sentAt: number;
  /** When it arrives unless the direction is cut by then. */
  dueAt: number;
}

/** One direction of one connection: a queue that keeps the order. */
class Lane {
  readonly name: 'requests' | 'answers';
  readonly #from: Socket;
  readonly #to: Socket;
  readonly #options: WayOptions;
  readonly #parcels: Parcel[] = [];
  #bytes = 0;
  #lastDueAt = 0;
  #cut = false;
  #timer: NodeJS.Timeout | undefined;

  constructor(name: Lane['name'], from: Socket, to: Socket, options: WayOptions) {
    this.name = name;
    this.#from = from;
    this.#to = to;
    this.#options = options;
    from.on('data', (bytes) => this.#send(bytes));
    from.on('end', () => this.#send('end'));
    from.on('close', () => this.#send('close'));
    to.on('drain', () => this.#deliver());
  }

  setCut(cut: boolean): void {
    if (cut === this.#cut) return;
    this.#cut = cut;
    if (cut) return;
    const now = performance.now();
    // What follows the first one was held up by it.
    const [first] = this.#parcels;
    if (first === undefined) return;
    first.dueAt = Math.max(first.dueAt, resentAt(first.sentAt, now) + this.#options.weather.delay);
    this.#deliver();
  }

  close(): void {
    clearTimeout(this.#timer);
    this.#parcels.length = 0;
  }

  #send(what: Parcel['what']): void {
    const now = performance.now();
    const size = what instanceof Buffer ? what.length : 0;
    this.#lastDueAt = Math.max(this.#lastDueAt, now + this.#travel(size));
    this.#parcels.push({ what, sentAt: now, dueAt: this.#lastDueAt });
    this.#bytes += size;
    if (this.#bytes > WINDOW) this.#from.pause();
    if (this.#parcels.length === 1) this.#deliver();
  }

  /** Milliseconds for that many bytes, with the losses on the way. */
  #travel(size: number): number {
    const { weather, chance } = this.#options;
    let travel = weather.delay + chance.between(-weather.jitter, weather.jitter);
    for (let segment = 0; segment * SEGMENT <= size; segment += 1)
      for (let wait = RESEND_AFTER_MS; chance.happens(weather.loss); wait *= 2) travel += wait;
    return Math.max(0, travel);
  }

  #deliver(): void {
    clearTimeout(this.#timer);
    while (!this.#cut) {
      const [first] = this.#parcels;
      if (first === undefined || this.#to.writableNeedDrain) return;
      const wait = first.dueAt - performance.now();
      if (wait > 0) {
        this.#timer = setTimeout(() => this.#deliver(), Math.ceil(wait));
        return;
      }
      this.#parcels.shift();
      this.#hand(first.what);
    }
  }

  #hand(what: Parcel['what']): void {
    if (what === 'close') this.#to.destroy();
    else if (what === 'end') this.#to.end();
    else {
      this.#bytes -= what.length;
      if (this.#bytes <= WINDOW) this.#from.resume();
      if (!this.#to.destroyed) this.#to.write(what);
    }
  }
}

/** When TCP next sends again what it has first sent then, and in vain until now. */
function resentAt(sentAt: number, now: number): number {
  let at = sentAt;
  for (let wait = RESEND_AFTER_MS; at < now; wait = Math.min(LONGEST_RESEND_MS, wait * 2)) at += wait;
  return at;
}
