import { createHash } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import { AwsClient } from 'aws4fetch';
import { WaslError } from '../../../actors/errors.ts';
import type { S3Bucket } from '../process/upload-config.ts';
import { readFileName } from './file-name.ts';
import type { FileStore } from './file-store.ts';
import { type ImageType, YEAR_S } from './image-reader.ts';

const TRIES = 3;
/** Milliseconds per attempt, and before the second; twice that before the third. */
const ATTEMPT_TIMEOUT_MS = 10_000;
const RETRY_PAUSE_MS = 200;
/** Larger objects in the bucket are not read; the contract allows no picture of this size. */
const MAX_OBJECT_BYTES = 8 * 1024 * 1024;

interface S3Request {
  method: 'GET' | 'HEAD' | 'PUT' | 'DELETE';
  headers?: Record<string, string>;
  body?: Buffer;
}

interface S3Answer {
  status: number;
  bytes: Buffer;
}

/**
 * Pictures in a bucket of any S3-compatible service. An object is put in one request whose signature covers the hash of
 * its bytes, so the service accepts all of it or nothing. Put and delete are idempotent, so both are retried.
 */
export class S3FileStore implements FileStore {
  readonly #bucket: URL;
  readonly #client: AwsClient;
  readonly #pause: number;

  constructor({ endpoint, bucket, ...keys }: S3Bucket, { pause = RETRY_PAUSE_MS }: { pause?: number } = {}) {
    this.#bucket = new URL(`${endpoint.replace(/\/+$/, '')}/${bucket}`);
    this.#client = new AwsClient({ ...keys, service: 's3', retries: 0 });
    this.#pause = pause;
  }

  async keep(name: string, { type, bytes }: { type: ImageType; bytes: Buffer }): Promise<void> {
    const lasting = readFileName(name)?.audience ?? 'private';
    const headers = {
      'Content-Type': type,
      'Cache-Control': `${lasting}, max-age=${YEAR_S}, immutable`,
      'X-Amz-Content-Sha256': createHash('sha256').update(bytes).digest('hex'),
    };
    const { status } = await this.#ask(name, { method: 'PUT', headers, body: bytes });
    if (status >= 300) throw refused('PUT', status);
  }

  async discard(name: string): Promise<void> {
    const { status } = await this.#ask(name, { method: 'DELETE' });
    if (status >= 300 && status !== 404) throw refused('DELETE', status);
  }

  async find(name: string): Promise<Buffer | null> {
    const { status, bytes } = await this.#ask(name, { method: 'GET' });
    if (status === 404) return null;
    if (status !== 200) throw refused('GET', status);
    return bytes;
  }

  async check(): Promise<void> {
    const { status } = await this.#ask('', { method: 'HEAD' });
    if (status >= 300) throw refused('HEAD', status);
  }

  /**
   * Retries failures of the network or service. Each attempt is signed again, because a signature is valid for minutes.
   */
  async #ask(name: string, request: S3Request): Promise<S3Answer> {
    for (let attempt = 1; ; attempt += 1) {
      const outcome = await this.#once(name, request).catch((error: unknown) => ({ error }));
      if (!('error' in outcome) && outcome.status < 500 && outcome.status !== 429) return outcome;
      if (attempt === TRIES)
        throw 'error' in outcome ? away(outcome.error) : refused(request.method, outcome.status);
      await delay(this.#pause * attempt);
    }
  }

  async #once(name: string, { method, headers = {}, body }: S3Request): Promise<S3Answer> {
    const url = name === '' ? this.#bucket : `${this.#bucket}/${name}`;
    const signed = await this.#client.sign(url, {
      ...{ method, headers, signal: AbortSignal.timeout(ATTEMPT_TIMEOUT_MS) },
      ...(body === undefined ? {} : { body: new Uint8Array(body) }),
    });
    const response = await fetch(signed);
    if (method !== 'GET' || !response.ok) {
      await response.body?.cancel();
      return { status: response.status, bytes: Buffer.alloc(0) };
    }
    if (Number(response.headers.get('content-length') ?? 0) > MAX_OBJECT_BYTES)
      throw new Error('the object is larger than any stored picture');
    return { status: response.status, bytes: Buffer.from(await response.arrayBuffer()) };
  }
}

function refused(method: string, status: number): WaslError {
  return away(new Error(`the object storage responded to ${method} with ${status}`));
}

function away(cause: unknown): WaslError {
  return new WaslError('common.UNAVAILABLE', {
    detail: 'Pictures cannot be stored or shown at the moment. Try again in a moment.',
    retryAfter: 5,
    cause,
  });
}
