import { Resolver } from 'node:dns/promises';
import { Agent as HttpAgent, request as httpRequest, type IncomingMessage } from 'node:http';
import { Agent as HttpsAgent, request as httpsRequest } from 'node:https';
import { isIP, type LookupFunction } from 'node:net';
import { OutsideAddresses, type OutsidePolicy, OutsideRefused } from './outside-address.ts';

export interface OutsideRequest {
  url: string;
  headers: Readonly<Record<string, string>>;
  body: Buffer;
  signal: AbortSignal;
}

export interface OutsideAnswer {
  status: number;
  headers: IncomingMessage['headers'];
  /** How its body begins. */
  text: string;
}

/** All addresses of a name; rejects when it has none. */
export type Resolve = (name: string) => Promise<string[]>;

/** Milliseconds for one request, from resolving its name to the end of its answer. */
const PATIENCE = 10_000;
/** Bytes of an answer that are read: enough for the words of a refusal. */
const MAX_ANSWER_BYTES = 2_048;
const MAX_SOCKETS_PER_HOST = 32;
const IDLE_FOR = 30_000;

/**
 * Posts to addresses that others named, without being led inside. A name is resolved once per connection, every address
 * it has must be outside, and exactly these are connected to: no second resolving in between can give another one.
 * Certificates are checked against the name. Redirects are not followed: they are the caller's to judge by status.
 */
export class OutsideClient {
  readonly addresses: OutsideAddresses;
  readonly #resolve: Resolve;
  readonly #agents: { 'http:': HttpAgent; 'https:': HttpsAgent };

  constructor(policy: OutsidePolicy, resolve: Resolve = resolvePublicly) {
    this.addresses = new OutsideAddresses(policy);
    this.#resolve = resolve;
    const kept = {
      keepAlive: true,
      maxSockets: MAX_SOCKETS_PER_HOST,
      timeout: IDLE_FOR,
      lookup: this.#lookup,
    };
    this.#agents = { 'http:': new HttpAgent(kept), 'https:': new HttpsAgent(kept) };
  }

  /** Throws OutsideRefused for an address that is not outside, and what the network throws. */
  async post({ url: text, headers, body, signal }: OutsideRequest): Promise<OutsideAnswer> {
    const url = this.addresses.read(text);
    const secure = url.protocol === 'https:';
    const patience = AbortSignal.any([signal, AbortSignal.timeout(PATIENCE)]);
    return new Promise((resolve, reject) => {
      const request = (secure ? httpsRequest : httpRequest)(
        url,
        {
          method: 'POST',
          agent: secure ? this.#agents['https:'] : this.#agents['http:'],
          headers: { ...headers, 'Content-Length': body.length },
          signal: patience,
        },
        (answer) => {
          readBeginning(answer).then(
            (beginning) =>
              resolve({ status: answer.statusCode ?? 0, headers: answer.headers, text: beginning }),
            reject,
          );
        },
      );
      request.on('error', reject);
      request.end(body);
    });
  }

  close(): void {
    for (const agent of Object.values(this.#agents)) agent.destroy();
  }

  /** In place of the system's own resolving, whenever a connection is made. */
  readonly #lookup: LookupFunction = (name, { all }, done) => {
    this.#outsideAddressesOf(name).then(
      (found) => {
        const [first] = found;
        if (all === true) done(null, found);
        else done(null, first?.address ?? '', first?.family);
      },
      (error: Error) => done(error, []),
    );
  };

  /** One address inside among several refuses all: an honest name has none. */
  async #outsideAddressesOf(name: string): Promise<{ address: string; family: number }[]> {
    const found = await this.#resolve(name);
    if (found.length === 0) throw new OutsideRefused(`names ${name}, which has no address`);
    for (const address of found) this.addresses.refuseInside(address);
    return found.map((address) => ({ address, family: isIP(address) }));
  }
}

async function readBeginning(answer: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = [];
  let bytes = 0;
  for await (const chunk of answer as AsyncIterable<Buffer>) {
    chunks.push(chunk);
    bytes += chunk.length;
    if (bytes >= MAX_ANSWER_BYTES) break;
  }
  return Buffer.concat(chunks).subarray(0, MAX_ANSWER_BYTES).toString('utf8');
}

/**
 * Asks the name servers themselves: the system's way reads /etc/hosts and completes names with the network's own domain,
 * and a name server that never answers would hold up threads that hash passwords.
 */
async function resolvePublicly(name: string): Promise<string[]> {
  const resolver = new Resolver({ timeout: 2_000, tries: 2 });
  const [four, six] = await Promise.allSettled([resolver.resolve4(name), resolver.resolve6(name)]);
  if (four.status === 'rejected' && six.status === 'rejected') throw four.reason;
  return [four, six].flatMap((found) => (found.status === 'fulfilled' ? found.value : []));
}
