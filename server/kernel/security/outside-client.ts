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
  /** Start of the body. */
  text: string;
}

/** The server did not let itself be connected to in time. */
export class ConnectTimeout extends Error {
  constructor(message: string) {
    super(message);
    this.name = 'ConnectTimeout';
  }
}

/** All addresses of a name; rejects if there are none. */
export type Resolve = (name: string) => Promise<string[]>;

export interface OutsideLimits {
  /** Milliseconds for one request, from resolving its name to the end of the response. */
  requestMs: number;
  /** Milliseconds of these until the connection stands. */
  connectMs: number;
  /** Connections to one host; further requests wait for one of them, within `connectMs`. */
  socketsPerHost: number;
}

const LIMITS: OutsideLimits = { requestMs: 10_000, connectMs: 5_000, socketsPerHost: 32 };
/** Bytes of a response that are read: enough for an error message. */
const MAX_ANSWER_BYTES = 2_048;
const IDLE_FOR = 30_000;

/**
 * Posts to user-supplied addresses without being led to internal hosts (SSRF). A name is resolved once per connection,
 * all its addresses must be public, and the connection uses exactly these, so that a second resolution cannot return
 * another one. Certificates are checked against the name. Redirects are not followed; callers judge them by status.
 */
export class OutsideClient {
  readonly addresses: OutsideAddresses;
  readonly #resolve: Resolve;
  readonly #limits: OutsideLimits;
  readonly #agents: { 'http:': HttpAgent; 'https:': HttpsAgent };

  constructor(policy: OutsidePolicy, resolve: Resolve = resolvePublicly, limits: OutsideLimits = LIMITS) {
    this.addresses = new OutsideAddresses(policy);
    this.#resolve = resolve;
    this.#limits = limits;
    const kept = {
      keepAlive: true,
      maxSockets: limits.socketsPerHost,
      timeout: IDLE_FOR,
      lookup: this.#lookup,
    };
    this.#agents = { 'http:': new HttpAgent(kept), 'https:': new HttpsAgent(kept) };
  }

  /** Throws OutsideRefused for an internal address, and network errors. */
  async post({ url: text, headers, body, signal }: OutsideRequest): Promise<OutsideAnswer> {
    const url = this.addresses.read(text);
    const secure = url.protocol === 'https:';
    const patience = AbortSignal.any([signal, AbortSignal.timeout(this.#limits.requestMs)]);
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
      const late = setTimeout(
        () => request.destroy(new ConnectTimeout(`no connection within ${this.#limits.connectMs} ms`)),
        this.#limits.connectMs,
      );
      request.on('socket', (socket) => {
        if (request.reusedSocket) clearTimeout(late);
        else socket.once(secure ? 'secureConnect' : 'connect', () => clearTimeout(late));
      });
      request.on('close', () => clearTimeout(late));
      request.on('error', reject);
      request.end(body);
    });
  }

  close(): void {
    for (const agent of Object.values(this.#agents)) agent.destroy();
  }

  /** Replaces the system's resolver for each connection. */
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

  /** One internal address among several refuses the name; legitimate names have none. */
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
 * Queries the name servers directly: the system resolver reads /etc/hosts and appends search domains, and a name server
 * that does not respond would block threads needed for hashing passwords.
 */
async function resolvePublicly(name: string): Promise<string[]> {
  const resolver = new Resolver({ timeout: 2_000, tries: 2 });
  const [four, six] = await Promise.allSettled([resolver.resolve4(name), resolver.resolve6(name)]);
  if (four.status === 'rejected' && six.status === 'rejected') throw four.reason;
  return [four, six].flatMap((found) => (found.status === 'fulfilled' ? found.value : []));
}
