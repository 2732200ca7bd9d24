import type { SocketOptions } from '../live/live-socket.ts';

/** What happens on a line. After `closed` nothing follows. */
export interface LineEvents {
  packet(packet: string): void;
  closed(error?: Error): void;
}

/** One connection that carries packets of Engine.IO. */
export interface Line {
  begin(events: LineEvents): void;
  send(packet: string): void;
  close(): void;
}

const PATH = '/socket.io/?EIO=4&transport=';
/** Separates the packets in one body. */
const SEPARATOR = '\u001e';
/** Longer than the server lets a request wait: it pings every 20 seconds. */
const POLL_TIMEOUT_MS = 45_000;

/** Node before 22 has no WebSocket, and none takes headers. */
export function openLine(url: string, { transports, headers }: SocketOptions): Line {
  const socketsExist = typeof WebSocket === 'function' && headers === undefined;
  return transports.includes('websocket') && socketsExist
    ? new SocketLine(url)
    : new PollingLine(url, headers ?? {});
}

class SocketLine implements Line {
  readonly #url: string;
  #socket: WebSocket | null = null;

  constructor(url: string) {
    this.#url = `${url.replace(/^http/, 'ws')}${PATH}websocket`;
  }

  begin({ packet, closed }: LineEvents): void {
    const socket = new WebSocket(this.#url);
    this.#socket = socket;
    socket.addEventListener('message', ({ data }) => {
      if (typeof data === 'string') packet(data);
    });
    socket.addEventListener('close', () => closed());
    socket.addEventListener('error', () => closed(new Error('the WebSocket failed')));
  }

  send(packet: string): void {
    if (this.#socket?.readyState === 1) this.#socket.send(packet);
  }

  close(): void {
    this.#socket?.close();
  }
}

class PollingLine implements Line {
  readonly #url: string;
  readonly #headers: Record<string, string>;
  readonly #ending = new AbortController();
  #queue: string[] = [];
  #sending = false;
  #closing = false;
  #id: string | null = null;
  #closed: LineEvents['closed'] = () => undefined;

  constructor(url: string, headers: Record<string, string>) {
    this.#url = `${url}${PATH}polling`;
    this.#headers = headers;
  }

  begin(events: LineEvents): void {
    this.#closed = events.closed;
    this.#poll(events).catch((error: unknown) => this.#end(error));
  }

  send(packet: string): void {
    this.#queue.push(packet);
    if (!this.#sending) void this.#flush();
  }

  /** What was sent before still arrives. */
  close(): void {
    this.#closing = true;
    if (!this.#sending) this.#ending.abort();
  }

  async #poll({ packet }: LineEvents): Promise<void> {
    while (!this.#ending.signal.aborted) {
      for (const each of (await this.#request('GET')).split(SEPARATOR)) {
        if (this.#id === null && each.startsWith('0'))
          this.#id = (JSON.parse(each.slice(1)) as { sid: string }).sid;
        packet(each);
      }
    }
  }

  /** One body at a time: the server takes no second one before it has answered the first. */
  async #flush(): Promise<void> {
    this.#sending = true;
    try {
      while (this.#queue.length > 0) {
        const body = this.#queue.join(SEPARATOR);
        this.#queue = [];
        await this.#request('POST', body);
      }
    } catch (error) {
      this.#end(error);
    } finally {
      this.#sending = false;
      if (this.#closing) this.#ending.abort();
    }
  }

  async #request(method: 'GET' | 'POST', body?: string): Promise<string> {
    const address = this.#id === null ? this.#url : `${this.#url}&sid=${encodeURIComponent(this.#id)}`;
    const response = await fetch(address, {
      method,
      headers: {
        ...this.#headers,
        ...(body === undefined ? {} : { 'Content-Type': 'text/plain;charset=UTF-8' }),
      },
      signal: AbortSignal.any([this.#ending.signal, AbortSignal.timeout(POLL_TIMEOUT_MS)]),
      ...(body === undefined ? {} : { body }),
    });
    const text = await response.text();
    if (!response.ok) throw new Error(`the live channel answered ${response.status}`);
    return text;
  }

  #end(error: unknown): void {
    if (this.#ending.signal.aborted) return;
    this.#ending.abort();
    this.#closed(error instanceof Error ? error : new Error(String(error)));
  }
}
