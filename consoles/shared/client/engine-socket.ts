import type { LiveSchemas } from '../../../realtime/live-types.ts';
import { ANSWER_TIMEOUT_MS, type LiveSocket, type OpenSocket } from '../live/live-socket.ts';
import { type Line, openLine } from './engine-line.ts';

type Handler = (...values: never[]) => void;

/** What the server says when a line opens. */
interface Opening {
  pingInterval: number;
  pingTimeout: number;
}

interface Waiting {
  resolve(answer: unknown): void;
  reject(error: Error): void;
  timer: ReturnType<typeof setTimeout>;
}

/**
 * A socket of the protocols Engine.IO 4 and Socket.IO 5, as far as the live channel uses them: one namespace, text,
 * acknowledged requests. Without packages, so that the client has none.
 */
class EngineSocket implements LiveSocket {
  readonly #open: () => Line;
  readonly #auth: () => LiveSchemas['Handshake'];
  readonly #handlers = new Map<string, Set<Handler>>();
  readonly #anyHandlers = new Set<Handler>();
  readonly #waiting = new Map<number, Waiting>();
  #line: Line | null = null;
  #connected = false;
  #nextId = 0;
  #pingLimitMs = 0;
  #watch: ReturnType<typeof setTimeout> | undefined;

  constructor(open: () => Line, auth: () => LiveSchemas['Handshake']) {
    this.#open = open;
    this.#auth = auth;
  }

  get connected(): boolean {
    return this.#connected;
  }

  on(event: string, handler: Handler): void {
    const known = this.#handlers.get(event) ?? new Set();
    this.#handlers.set(event, known.add(handler));
  }

  onAny(handler: Handler): void {
    this.#anyHandlers.add(handler);
  }

  connect(): void {
    if (this.#line !== null) return;
    const line = this.#open();
    this.#line = line;
    this.#watchFor(ANSWER_TIMEOUT_MS);
    line.begin({
      // A line that was replaced or closed has nothing to say any more.
      packet: (packet) => {
        if (this.#line === line) this.#receive(packet);
      },
      closed: (error) => {
        if (this.#line === line) this.#lost(error ?? new Error('the connection was closed'));
      },
    });
  }

  disconnect(): void {
    if (this.#line === null) return;
    if (this.#connected) this.#line.send('41');
    this.#lost(new Error('the connection was closed by this client'));
  }

  close(): void {
    this.disconnect();
  }

  timeout(milliseconds: number) {
    return {
      emitWithAck: (name: string, payload: object): Promise<unknown> =>
        new Promise((resolve, reject) => {
          if (!this.#connected) {
            reject(new Error('not connected'));
            return;
          }
          this.#nextId += 1;
          const id = this.#nextId;
          const timer = setTimeout(() => {
            this.#waiting.delete(id);
            reject(new Error('no answer in time'));
          }, milliseconds);
          this.#waiting.set(id, { resolve, reject, timer });
          this.#line?.send(`42${id}${JSON.stringify([name, payload])}`);
        }),
    };
  }

  /** A packet of Engine.IO: its type, then its content. */
  #receive(packet: string): void {
    const content = packet.slice(1);
    switch (packet[0]) {
      case '0': {
        const { pingInterval, pingTimeout } = JSON.parse(content) as Opening;
        this.#pingLimitMs = pingInterval + pingTimeout;
        this.#line?.send(`40${JSON.stringify(this.#auth())}`);
        break;
      }
      case '1':
        this.#lost(new Error('the server closed the connection'));
        break;
      case '2':
        this.#watchFor(this.#pingLimitMs);
        this.#line?.send(`3${content}`);
        break;
      case '4':
        this.#receiveMessage(content);
        break;
    }
  }

  /** A packet of Socket.IO. */
  #receiveMessage(packet: string): void {
    const content = packet.slice(1);
    switch (packet[0]) {
      case '0':
        this.#connected = true;
        this.#watchFor(this.#pingLimitMs);
        this.#tell('connect');
        break;
      case '1':
        this.#lost(new Error('the server ended the session'));
        break;
      case '2': {
        const [event, ...values] = JSON.parse(content.slice(content.indexOf('['))) as [string, ...unknown[]];
        for (const handler of this.#anyHandlers) handler(...([event, ...values] as never[]));
        this.#tell(event, ...values);
        break;
      }
      case '3':
        this.#answer(content);
        break;
      case '4': {
        const { message, data } = JSON.parse(content) as { message: string; data?: unknown };
        this.#lost(Object.assign(new Error(message), { data }));
        break;
      }
    }
  }

  #answer(content: string): void {
    const from = content.indexOf('[');
    const id = Number(content.slice(0, from));
    const waiting = this.#waiting.get(id);
    if (waiting === undefined) return;
    this.#waiting.delete(id);
    clearTimeout(waiting.timer);
    waiting.resolve((JSON.parse(content.slice(from)) as unknown[])[0]);
  }

  /** Ends the line; `disconnect` if it was connected, otherwise `connect_error`. */
  #lost(error: Error): void {
    const line = this.#line;
    const wasConnected = this.#connected;
    this.#line = null;
    this.#connected = false;
    clearTimeout(this.#watch);
    for (const { reject, timer } of this.#waiting.values()) {
      clearTimeout(timer);
      reject(error);
    }
    this.#waiting.clear();
    line?.close();
    if (wasConnected) this.#tell('disconnect');
    else this.#tell('connect_error', error);
  }

  #watchFor(milliseconds: number): void {
    clearTimeout(this.#watch);
    this.#watch = setTimeout(() => this.#lost(new Error('the server is silent')), milliseconds);
  }

  #tell(event: string, ...values: unknown[]): void {
    for (const handler of this.#handlers.get(event) ?? []) handler(...(values as never[]));
  }
}

/** A socket without packages: a WebSocket where there is one, otherwise requests that wait for an answer. */
export const openEngineSocket: OpenSocket = (url, options, auth) =>
  new EngineSocket(() => openLine(url, options), auth);
