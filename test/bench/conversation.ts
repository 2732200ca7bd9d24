import { once } from 'node:events';
import { connect, type Socket } from 'node:net';

export interface Reply {
  status: number;
  body: string;
}

/**
 * Requests over one connection that stays open, each sent once the previous one is answered. It takes little processor
 * time.
 */
export class Conversation {
  readonly #socket: Socket;
  readonly #host: string;
  #head = '';
  #body: Buffer[] = [];
  #missing = -1;
  #status = 0;
  #answer: { resolve: (reply: Reply) => void; reject: (error: Error) => void } | null = null;

  private constructor(socket: Socket, host: string) {
    this.#socket = socket;
    this.#host = host;
    socket.on('data', (chunk: Buffer) => this.#read(chunk));
    socket.on('close', () => this.#answer?.reject(new Error('the connection was closed')));
    socket.on('error', (error) => this.#answer?.reject(error));
  }

  static async open(url: string): Promise<Conversation> {
    const { hostname, port } = new URL(url);
    const socket = connect({ host: hostname, port: Number(port), noDelay: true });
    await once(socket, 'connect');
    return new Conversation(socket, `${hostname}:${port}`);
  }

  /** @param headers Lines, each with its line end. */
  ask(method: string, path: string, headers = '', json?: string): Promise<Reply> {
    const body =
      json === undefined
        ? '\r\n'
        : `Content-Type: application/json\r\nContent-Length: ${Buffer.byteLength(json)}\r\n\r\n${json}`;
    return new Promise((resolve, reject) => {
      this.#answer = { resolve, reject };
      this.#socket.write(`${method} ${path} HTTP/1.1\r\nHost: ${this.#host}\r\n${headers}${body}`);
    });
  }

  close(): void {
    this.#answer = null;
    this.#socket.destroy();
  }

  /** For responses that state their length, as all of the service's do. */
  #read(chunk: Buffer): void {
    let rest = chunk;
    if (this.#missing < 0) {
      this.#head += chunk.toString('latin1');
      const end = this.#head.indexOf('\r\n\r\n');
      if (end < 0) return;
      this.#status = Number(this.#head.slice(9, 12));
      this.#missing = Number(/\r\ncontent-length: *(\d+)/i.exec(this.#head)?.[1] ?? 0);
      rest = chunk.subarray(chunk.length - (this.#head.length - end - 4));
      this.#head = '';
      this.#body = [];
    }
    this.#missing -= rest.length;
    this.#body.push(rest);
    if (this.#missing > 0) return;
    this.#missing = -1;
    const body = Buffer.concat(this.#body).toString();
    this.#answer?.resolve({ status: this.#status, body });
  }
}
