import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { projectRoot } from '../../db/root.ts';
import type { Schema } from './api-client.ts';
import type { ServerIdentity } from './self-made-certificate.ts';

/** A message that a device received and decrypted. */
export interface Pushed {
  text: string;
  /** A digest of the encrypted bytes, which differ even for equal messages. */
  sealed: string;
  bytes: number;
  ttl: number;
  urgency: string;
  topic: string;
}

/** What the push service does instead of accepting a message; `cut-after` accepts it, and closes without an answer. */
export type Behaviour =
  | 'cut-before'
  | 'cut-after'
  | 'silent'
  | { status: number; headers?: Record<string, string>; text?: string };

export type PushServiceCall =
  | { do: 'subscribe'; applicationKey: string }
  | { do: 'next'; endpoint: string; next: Behaviour[] }
  | { do: 'always'; endpoint: string; behaviour: Behaviour | null }
  | { do: 'got'; endpoint: string }
  | { do: 'attempts' };

export type Subscription = Schema<'CreatePushSubscriptionRequest'>;

/** Starts and controls a push service in a process of its own, with the devices it serves. */
export class PushService {
  readonly #child: ChildProcess;
  readonly #waiting = new Map<number, (result: unknown) => void>();
  #calls = 0;

  private constructor(child: ChildProcess) {
    this.#child = child;
    child.on('message', ({ number, result }: { number: number; result: unknown }) => {
      this.#waiting.get(number)?.(result);
      this.#waiting.delete(number);
    });
  }

  /** @param as Serves HTTPS with this identity; HTTP without it. */
  static async start(as?: ServerIdentity): Promise<PushService> {
    const files = as === undefined ? [] : [as.keyFile, as.certificateFile];
    const child = fork(join(projectRoot, 'test/support/push-service-process.ts'), files, {
      execArgv: ['--import', 'tsx'],
    });
    const service = new PushService(child);
    await new Promise((resolve) => service.#waiting.set(0, resolve));
    return service;
  }

  /** A new device, as a browser's `pushManager.subscribe` makes one. */
  subscribe(applicationKey: string): Promise<Subscription> {
    return this.#call({ do: 'subscribe', applicationKey });
  }

  /** What happens to each of the next messages to this device; later ones are accepted. */
  async next({ endpoint }: Subscription, ...next: Behaviour[]): Promise<void> {
    await this.#call({ do: 'next', endpoint, next });
  }

  /** What happens to all messages to this device from now on. */
  async always({ endpoint }: Subscription, behaviour: Behaviour | null): Promise<void> {
    await this.#call({ do: 'always', endpoint, behaviour });
  }

  got({ endpoint }: Subscription): Promise<Pushed[]> {
    return this.#call({ do: 'got', endpoint });
  }

  /** Requests to any device so far. */
  attempts(): Promise<number> {
    return this.#call({ do: 'attempts' });
  }

  async stop(): Promise<void> {
    if (this.#child.exitCode !== null) return;
    const ended = once(this.#child, 'exit');
    this.#child.disconnect();
    await ended;
  }

  #call<T>(call: PushServiceCall): Promise<T> {
    this.#calls += 1;
    const number = this.#calls;
    const answered = new Promise<T>((resolve) => this.#waiting.set(number, (result) => resolve(result as T)));
    this.#child.send({ number, call });
    return answered;
  }
}
