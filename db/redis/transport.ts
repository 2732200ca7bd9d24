import type { Redis } from 'ioredis';
import type { Logger } from 'pino';
import {
  type CommandTransport,
  ForwardError,
  type ForwardedAnswer,
} from '../../actors/runtime/activation-ports.ts';
import type { CommandRequest } from '../../actors/runtime/runtime.ts';
import { type CommandChannel, NotSent } from './command-channel.ts';
import type { Frames } from './frames.ts';
import { nodeOf } from './incarnation.ts';
import { type NodeTime, realTime } from './node-time.ts';
import { RedisChannel } from './redis-channel.ts';
import { SendBuffer } from './send-buffer.ts';

/** Why the owner gave no answer. */
type Refusal = 'moved' | 'busy' | 'failed';

/** A command as JSON, with its hash in base64. */
type SentRequest = Omit<CommandRequest, 'requestHash'> & { requestHash?: string };

type Message =
  | { t: 'ask'; id: number; from: string; to: string; request: SentRequest }
  | { t: 'answer'; id: number; answer: ForwardedAnswer }
  | { t: 'refuse'; id: number; reason: Refusal };

export interface TransportLimits {
  /** Milliseconds to wait for an answer. */
  answer: number;
  /** Maximum number of this process's forwarded commands waiting for answers. */
  waiting: number;
  /** Maximum number of commands of other processes being served. */
  serving: number;
}

export const TRANSPORT_LIMITS: TransportLimits = { answer: 2_000, waiting: 4_096, serving: 4_096 };

export interface NodeTransportOptions {
  line: CommandChannel;
  node: string;
  /** The process's present incarnation; checks the lease first. */
  incarnation(): string;
  log: Logger;
  time?: NodeTime;
  limits?: TransportLimits;
}

interface Waiting {
  resolve(answer: ForwardedAnswer): void;
  reject(error: ForwardError): void;
}

/**
 * Forwards commands to the processes that own their actors. Nothing is stored or resent here: a lost message ends in a
 * timeout, and the caller retries with the same command id.
 */
export class NodeTransport implements CommandTransport {
  readonly #options: NodeTransportOptions;
  readonly #time: NodeTime;
  readonly #limits: TransportLimits;
  readonly #outgoing: SendBuffer<Message>;
  readonly #waiting = new Map<number, Waiting>();
  #handler: ((request: CommandRequest) => Promise<ForwardedAnswer>) | null = null;
  #serving = 0;
  #lastId = 0;

  constructor(options: NodeTransportOptions) {
    this.#options = options;
    this.#time = options.time ?? realTime;
    this.#limits = options.limits ?? TRANSPORT_LIMITS;
    this.#outgoing = new SendBuffer(options.line, this.#time);
    options.line.receive((frame) => this.#receive(frame));
  }

  /** Rejects with ForwardError. */
  forward(owner: string, request: CommandRequest): Promise<ForwardedAnswer> {
    if (this.#waiting.size >= this.#limits.waiting) return Promise.reject(new ForwardError('unsent'));
    this.#lastId += 1;
    const id = this.#lastId;
    return new Promise((resolve, reject) => {
      const once =
        <T>(settle: (value: T) => void) =>
        (value: T) => {
          cancel();
          this.#waiting.delete(id);
          settle(value);
        };
      const waiting: Waiting = { resolve: once(resolve), reject: once(reject) };
      const cancel = this.#time.after(this.#limits.answer, () => waiting.reject(new ForwardError('late')));
      this.#waiting.set(id, waiting);
      const message: Message = { t: 'ask', id, from: this.#options.node, to: owner, request: sent(request) };
      this.#outgoing.add(nodeOf(owner), message, (error) => this.#waiting.get(id)?.reject(failureOf(error)));
    });
  }

  serve(handler: (request: CommandRequest) => Promise<ForwardedAnswer>): void {
    this.#handler = handler;
  }

  /** Number of other processes' commands being served; a planned stop waits until it is zero. */
  get serving(): number {
    return this.#serving;
  }

  /** Callers still waiting are told that the outcome is unknown. The caller closes the connections. */
  close(): void {
    this.#handler = null;
    this.#options.line.close();
    for (const { reject } of [...this.#waiting.values()]) reject(new ForwardError('late'));
  }

  #receive(frame: string): void {
    let messages: Message[];
    try {
      messages = JSON.parse(frame) as Message[];
    } catch (error) {
      this.#options.log.error({ err: error }, 'a frame from another process is not readable');
      return;
    }
    for (const message of messages) {
      switch (message.t) {
        case 'ask':
          void this.#answer(message);
          break;
        case 'answer':
          this.#waiting.get(message.id)?.resolve(message.answer);
          break;
        case 'refuse':
          this.#waiting.get(message.id)?.reject(new ForwardError(message.reason));
      }
    }
  }

  async #answer({ id, from, to, request }: Extract<Message, { t: 'ask' }>): Promise<void> {
    const refuse = (reason: Refusal) => this.#send(from, { t: 'refuse', id, reason });
    const handler = this.#handler;
    // A process that was stopped beyond its lease is another incarnation now, and detects it here.
    if (handler === null || to !== this.#options.incarnation()) return refuse('moved');
    if (this.#serving >= this.#limits.serving) return refuse('busy');
    this.#serving += 1;
    try {
      this.#send(from, { t: 'answer', id, answer: await handler(received(request)) });
    } catch (error) {
      const reason = error instanceof ForwardError && error.reason === 'moved' ? 'moved' : 'failed';
      if (reason === 'failed') this.#options.log.error({ err: error }, 'a forwarded command failed');
      refuse(reason);
    } finally {
      this.#serving -= 1;
    }
  }

  #send(node: string, message: Message): void {
    this.#outgoing.add(node, message, (error) => {
      this.#options.log.debug({ err: error ?? undefined }, 'an answer did not reach the process that asked');
    });
  }
}

function sent({ requestHash, ...request }: CommandRequest): SentRequest {
  return requestHash === undefined ? request : { ...request, requestHash: requestHash.toString('base64') };
}

function received({ requestHash, ...request }: SentRequest): CommandRequest {
  return requestHash === undefined
    ? request
    : { ...request, requestHash: Buffer.from(requestHash, 'base64') };
}

/** If sending a frame failed midway, it may still have arrived. */
function failureOf(error: unknown): ForwardError {
  if (error === null) return new ForwardError('absent');
  return new ForwardError(error instanceof NotSent ? 'unsent' : 'late', { cause: error });
}

export interface OpenTransportOptions {
  /** Separate connections; the caller closes them, after the wire. */
  redis: { pub: Redis; sub: Redis };
  namespace: string;
  /** Provides the node and its present incarnation. */
  ownership: { readonly node: string; readonly incarnation: string };
  frames: Frames;
  log: Logger;
  limits?: TransportLimits;
}

/** The wire based on Redis, listening as soon as Redis answers. Never rejects. */
export async function openTransport(options: OpenTransportOptions): Promise<NodeTransport> {
  const { redis, namespace, ownership, frames, log, limits } = options;
  const { node } = ownership;
  const line = new RedisChannel({ ...redis, namespace, node, frames, log });
  await line.listening();
  return new NodeTransport({
    line,
    node,
    incarnation: () => ownership.incarnation,
    log,
    ...(limits === undefined ? {} : { limits }),
  });
}
