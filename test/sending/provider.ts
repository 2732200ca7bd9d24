import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { projectRoot } from '../../db/root.ts';
import { until } from '../../scripts/shared/waiting.ts';
import type { Receiver } from '../support/push-receiver.ts';
import type { ServerIdentity } from '../support/self-made-certificate.ts';
import type { Accepted, HoldAt, ProviderEvent, ProviderOrder } from './provider-events.ts';

/** The key that the tests' gateway knows. */
export const SMS_SECRET = 'whsec_dGhlIGdhdGV3YXkgb2YgdGhlIHRlc3RzIGtub3dzIGl0';

/** A mail server or an SMS gateway in a process of its own, and what it has seen. */
export class Provider {
  readonly accepted: Accepted[] = [];
  readonly declined: { to: string; words: string }[] = [];
  readonly #program: string;
  readonly #args: readonly string[];
  #child: ChildProcess | null = null;
  #port = 0;
  #onHolding: ((by: string) => void) | null = null;
  /** Called with each message that is accepted. */
  onAccepted: ((accepted: Accepted) => void) | null = null;

  private constructor(program: string, args: readonly string[]) {
    this.#program = join(projectRoot, 'test/sending', program);
    this.#args = args;
  }

  static async mailServer(encrypted?: { by: 'starttls' | 'smtps'; as: ServerIdentity }): Promise<Provider> {
    const { by, as } = encrypted ?? {};
    const args = by === undefined || as === undefined ? [] : [by, as.keyFile, as.certificateFile];
    const provider = new Provider('mail-server-process.ts', args);
    await provider.start();
    return provider;
  }

  static async smsGateway(): Promise<Provider> {
    const provider = new Provider('sms-gateway-process.ts', [SMS_SECRET]);
    await provider.start();
    return provider;
  }

  /** With one device, which receives what was encrypted for it. */
  static async pushService({ pair, keys }: Receiver): Promise<Provider> {
    const args = [pair.getPrivateKey('hex'), keys.auth.toString('hex')];
    const provider = new Provider('push-device-process.ts', args);
    await provider.start();
    return provider;
  }

  get port(): number {
    return this.#port;
  }

  /** On the same port as before. */
  async start(): Promise<void> {
    const child = fork(this.#program, [String(this.#port), ...this.#args], {
      execArgv: ['--import', 'tsx'],
      stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
    });
    this.#child = child;
    await new Promise<void>((resolve, reject) => {
      child.once('exit', () => reject(new Error('a provider ended while starting')));
      child.on('message', (event: ProviderEvent) => {
        if (event.event === 'ready') {
          this.#port = event.port;
          resolve();
        } else this.#note(event);
      });
    });
  }

  /** Stops it at once: its port refuses connections until it is started again. */
  async stop(): Promise<void> {
    const child = this.#child;
    if (child === null) return;
    this.#child = null;
    const exited = once(child, 'exit');
    child.kill('SIGKILL');
    await exited;
  }

  order(order: ProviderOrder): void {
    this.#child?.send(order);
  }

  /** Resolves with the name of the client whose message has stopped there. */
  hold(at: HoldAt): Promise<string> {
    return new Promise((resolve) => {
      this.#onHolding = resolve;
      this.order({ order: 'hold', at });
    });
  }

  /** How often it has accepted something for this address. */
  times(to: string): number {
    return this.accepted.filter((each) => each.to === to).length;
  }

  async reached(count: number, limitMs = 30_000): Promise<void> {
    await until(() => this.accepted.length >= count, {
      limitMs,
      failure: `only ${this.accepted.length} of ${count} messages were accepted`,
    });
  }

  #note(event: Exclude<ProviderEvent, { event: 'ready' }>): void {
    if (event.event === 'holding') return void this.#onHolding?.(event.by);
    if (event.event === 'declined') return void this.declined.push({ to: event.to, words: event.words });
    const { event: _event, ...accepted } = event;
    this.accepted.push(accepted);
    this.onAccepted?.(accepted);
  }
}
