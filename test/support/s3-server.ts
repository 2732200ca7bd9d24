import { createHash, createHmac, timingSafeEqual } from 'node:crypto';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

export const S3_KEYS = {
  region: 'me-central-1',
  accessKeyId: 'WASLTEST',
  secretAccessKey: 'a-secret-of-tests',
};
export const BUCKET = 'wasl-pictures';

interface Stored {
  bytes: Buffer;
  headers: Record<string, string>;
}

/**
 * An object storage outside the service: one bucket in memory, keyed by path, as strict as a real one. It computes the
 * signature of every request (AWS Signature Version 4, from the published algorithm) and the hash of the body itself,
 * and stores nothing from a request that fails either check.
 */
export class S3Server {
  readonly objects = new Map<string, Stored>();
  /** Method, path and response status of each request. */
  readonly log: string[] = [];
  /** Statuses with which the next requests are answered, unchecked; 0 breaks the connection off. */
  readonly faults: number[] = [];
  readonly #server: Server;

  private constructor() {
    this.#server = createServer((req, res) => {
      void this.#receive(req, res);
    });
  }

  static async start(): Promise<S3Server> {
    const server = new S3Server();
    await new Promise<void>((resolve) => server.#server.listen(0, '127.0.0.1', resolve));
    return server;
  }

  get endpoint(): string {
    return `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}`;
  }

  /** The configuration that makes a service store its pictures here. */
  get environment(): Record<string, string> {
    return {
      UPLOADS_STORE: 's3',
      UPLOADS_S3_ENDPOINT: this.endpoint,
      UPLOADS_S3_BUCKET: BUCKET,
      UPLOADS_S3_REGION: S3_KEYS.region,
      UPLOADS_S3_ACCESS_KEY_ID: S3_KEYS.accessKeyId,
      UPLOADS_S3_SECRET_ACCESS_KEY: S3_KEYS.secretAccessKey,
    };
  }

  async stop(): Promise<void> {
    this.#server.closeAllConnections();
    await new Promise((resolve) => this.#server.close(resolve));
  }

  async #receive(req: IncomingMessage, res: ServerResponse): Promise<void> {
    const chunks: Buffer[] = [];
    for await (const chunk of req) chunks.push(chunk as Buffer);
    const fault = this.faults.shift();
    if (fault === 0) {
      this.log.push(`${req.method} ${req.url} broken off`);
      req.socket.destroy();
      return;
    }
    const status = fault ?? this.#answer(req, Buffer.concat(chunks), res);
    this.log.push(`${req.method} ${req.url} ${status}`);
    const found = status === 200 && req.method === 'GET' ? this.objects.get(keyOf(req)) : undefined;
    res.writeHead(status, found?.headers ?? {});
    res.end(found?.bytes);
  }

  #answer(req: IncomingMessage, body: Buffer, res: ServerResponse): number {
    if (!isSigned(req, body)) return 403;
    if (req.url === `/${BUCKET}`) return req.method === 'HEAD' ? 200 : 405;
    if (req.url?.startsWith(`/${BUCKET}/`) !== true) return 404;
    const key = keyOf(req);
    if (req.method === 'PUT') {
      const headers = { 'Content-Type': String(req.headers['content-type']) };
      this.objects.set(key, { bytes: body, headers });
      res.setHeader('ETag', `"${createHash('md5').update(body).digest('hex')}"`);
      return 200;
    }
    if (req.method === 'DELETE') {
      this.objects.delete(key);
      return 204;
    }
    return this.objects.has(key) ? 200 : 404;
  }
}

function keyOf(req: IncomingMessage): string {
  return String(req.url).slice(BUCKET.length + 2);
}

const AUTHORIZATION =
  /^AWS4-HMAC-SHA256 Credential=([^/]+)\/(\d{8})\/([^/]+)\/s3\/aws4_request, ?SignedHeaders=([a-z0-9;-]+), ?Signature=([0-9a-f]{64})$/;
/** By how many milliseconds a signature's time may differ from the clock. */
const SKEW = 15 * 60_000;

/** Whether the request carries the signature that its method, path, headers and body call for. */
function isSigned(req: IncomingMessage, body: Buffer): boolean {
  const [, key, day, region, names = '', signature = ''] =
    AUTHORIZATION.exec(req.headers.authorization ?? '') ?? [];
  const at = String(req.headers['x-amz-date']);
  const hash = String(req.headers['x-amz-content-sha256']);
  const bodyHash = sha256(body);
  const acceptedHashes = body.length > 0 ? [bodyHash] : [bodyHash, 'UNSIGNED-PAYLOAD'];
  const signedHeaders = names.split(';');
  const needed = ['host', 'x-amz-date', 'x-amz-content-sha256'];
  if (key !== S3_KEYS.accessKeyId || region !== S3_KEYS.region || !acceptedHashes.includes(hash))
    return false;
  if (!at.startsWith(String(day)) || Math.abs(timeOf(at) - Date.now()) > SKEW) return false;
  if (needed.some((name) => !signedHeaders.includes(name))) return false;
  const [path = '', query = ''] = String(req.url).split('?');
  const headers = signedHeaders.map(
    (name) => `${name}:${String(req.headers[name]).trim().replace(/ +/g, ' ')}\n`,
  );
  const canonical = [req.method, path, query, headers.join(''), names, hash].join('\n');
  const scope = `${day}/${region}/s3/aws4_request`;
  const toSign = ['AWS4-HMAC-SHA256', at, scope, sha256(Buffer.from(canonical))].join('\n');
  const signing = [day, region, 's3', 'aws4_request'].reduce<Buffer>(
    (secret, part) => hmac(secret, String(part)),
    Buffer.from(`AWS4${S3_KEYS.secretAccessKey}`),
  );
  return timingSafeEqual(hmac(signing, toSign), Buffer.from(signature, 'hex'));
}

function timeOf(basic: string): number {
  return Date.parse(basic.replace(/^(\d{4})(\d\d)(\d\d)T(\d\d)(\d\d)(\d\d)Z$/, '$1-$2-$3T$4:$5:$6Z'));
}

function sha256(bytes: Buffer): string {
  return createHash('sha256').update(bytes).digest('hex');
}

function hmac(key: Buffer, text: string): Buffer {
  return createHmac('sha256', key).update(text).digest();
}
