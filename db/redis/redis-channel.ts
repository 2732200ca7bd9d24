import type { Redis } from 'ioredis';
import type { Logger } from 'pino';
import { type CommandChannel, NotSent } from './command-channel.ts';
import type { Frames } from './frames.ts';
import { type Messages, messagesOf } from './messages.ts';

export interface RedisChannelOptions {
  /** Fails commands at once while Redis is unavailable, and does not resend them. */
  pub: Redis;
  /** A separate connection without automatic resubscription. */
  sub: Redis;
  namespace: string;
  node: string;
  frames: Frames;
  log: Logger;
}

/** Milliseconds; a half-open connection can stay silent for fifteen minutes. */
const PING_INTERVAL_MS = 2_000;

/**
 * Publish/subscribe with one channel per process. A frame without a receiver is lost, and its sender is told at once; a
 * list or stream would store it for a process that may never come, and give no answer.
 */
export class RedisChannel implements CommandChannel {
  readonly #options: RedisChannelOptions;
  readonly #messages: Messages;
  readonly #ping: NodeJS.Timeout;
  readonly #onReady = () => this.#subscribe();
  #listener: (frame: string) => void = () => undefined;
  readonly #onMessage = (channel: Buffer, frame: Buffer) => {
    const opened = this.#options.frames.open(channel.toString(), frame);
    if (opened !== null) this.#listener(opened.toString());
  };
  #subscribed: Promise<unknown> = Promise.resolve();

  constructor(options: RedisChannelOptions) {
    this.#options = options;
    this.#messages = messagesOf(options.namespace);
    const { sub } = options;
    sub.on('ready', this.#onReady);
    sub.on(this.#messages.event, this.#onMessage);
    if (sub.status === 'ready') this.#subscribe();
    this.#ping = setInterval(() => this.#checkLife(), PING_INTERVAL_MS);
    this.#ping.unref();
  }

  async send(node: string, frame: string): Promise<number> {
    const { pub, frames } = this.#options;
    if (pub.status !== 'ready') throw new NotSent('Redis is away.');
    const channel = this.#channel(node);
    return this.#messages.publish(pub, channel, frames.seal(channel, frame));
  }

  receive(listener: (frame: string) => void): void {
    this.#listener = listener;
  }

  /** Resolves when the last requested subscription is active or has failed. Never rejects. */
  async listening(): Promise<void> {
    await this.#subscribed;
  }

  /** Stops the timer and listeners; the caller closes the connections. */
  close(): void {
    clearInterval(this.#ping);
    const { sub, node } = this.#options;
    sub.off('ready', this.#onReady);
    sub.off(this.#messages.event, this.#onMessage);
    if (sub.status === 'ready') this.#messages.unsubscribe(sub, this.#channel(node)).catch(() => undefined);
  }

  #subscribe(): void {
    const { sub, node, log } = this.#options;
    this.#subscribed = this.#messages.subscribe(sub, this.#channel(node)).catch((error: unknown) => {
      log.warn({ err: error }, 'this process cannot be reached by others');
      // It reconnects and subscribes again.
      if (sub.status === 'ready') sub.disconnect(true);
    });
  }

  #checkLife(): void {
    const { sub, log } = this.#options;
    if (sub.status !== 'ready') return;
    sub.ping().catch((error: unknown) => {
      log.warn({ err: error }, 'the connection for forwarded commands is dead');
      if (sub.status === 'ready') sub.disconnect(true);
    });
  }

  /** Another name than releases used whose frames are not signed: those find no listener here, and know it at once. */
  #channel(node: string): string {
    return `${this.#options.namespace}:commands:${node}`;
  }
}
