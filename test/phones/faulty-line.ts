import { createServer, type IncomingMessage, request, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

/** A batch of positions that reached the service. */
export interface SeenBatch {
  sequences: number[];
  status: number;
  /** How many the service took as new; null if it refused them all. */
  accepted: number | null;
}

interface SentPoint {
  sequence: number;
}

/** Passes requests on to the service, and can lose answers. Notes the batches of positions that pass. */
export class FaultyLine {
  readonly batches: SeenBatch[] = [];
  /** How many of the next answers to positions are lost on their way back. */
  loseAnswers = 0;
  readonly #server: Server;
  readonly #target: URL;

  private constructor(target: string) {
    this.#target = new URL(target);
    this.#server = createServer((asked, answer) => this.#pass(asked, answer));
  }

  static async open(target: string): Promise<FaultyLine> {
    const line = new FaultyLine(target);
    await new Promise<void>((resolve) => line.#server.listen(0, '127.0.0.1', resolve));
    return line;
  }

  get port(): number {
    return (this.#server.address() as AddressInfo).port;
  }

  async close(): Promise<void> {
    this.#server.closeAllConnections();
    await new Promise((resolve) => this.#server.close(resolve));
  }

  #pass(asked: IncomingMessage, answer: ServerResponse): void {
    const chunks: Buffer[] = [];
    asked.on('data', (chunk: Buffer) => chunks.push(chunk));
    asked.on('end', () => {
      const body = Buffer.concat(chunks);
      const { hostname, port } = this.#target;
      const { method, url: path, headers } = asked;
      // Without an agent: a connection that waited while there was no network may be closed.
      const sent = request({ hostname, port, method, path, headers, agent: false }, (got) => {
        const parts: Buffer[] = [];
        got.on('data', (chunk: Buffer) => parts.push(chunk));
        got.on('end', () => {
          if (
            path?.endsWith('/driver/locations') &&
            this.#note(body, got.statusCode ?? 0, Buffer.concat(parts))
          ) {
            answer.destroy();
            return;
          }
          answer.writeHead(got.statusCode ?? 502, got.headers);
          answer.end(Buffer.concat(parts));
        });
      });
      sent.on('error', () => answer.destroy());
      sent.end(body);
    });
  }

  /** Whether the answer is to be lost. */
  #note(body: Buffer, status: number, answered: Buffer): boolean {
    const { points } = JSON.parse(body.toString()) as { points: SentPoint[] };
    const receipt = JSON.parse(answered.toString()) as { accepted?: number };
    const sequences = points.map(({ sequence }) => sequence);
    this.batches.push({ sequences, status, accepted: receipt.accepted ?? null });
    if (this.loseAnswers === 0) return false;
    this.loseAnswers -= 1;
    return true;
  }
}
