import { type ChildProcess, spawn } from 'node:child_process';
import { closeSync, openSync } from 'node:fs';
import { join } from 'node:path';
import { Readable, Writable } from 'node:stream';
import type { ActorRef } from '../../actors/runtime/machine.ts';
import { doneWithin, settledWithin } from '../../db/deadline.ts';
import { projectRoot } from '../../db/root.ts';
import { forgetProcess, recordProcess } from '../../scripts/embedded/processes.ts';
import { ownProgram } from '../support/own-program.ts';
import { lineWriter, readLines } from './line-stream.ts';
import type { NodeSettings } from './node.ts';
import type { Answer, CrashPoint, FromNode, NodeFigures, ToNode } from './protocol.ts';

export type Outcome =
  | { kind: 'answer'; answer: Answer }
  /** The node reports a failure, and the effect is unknown. */
  | { kind: 'failed'; code: string; detail: string }
  /** The node is gone, or has not responded in time; a late response is still passed to the listener. */
  | { kind: 'lost' | 'late' };

/** A request without its number. */
export type Request = Omit<Extract<ToNode, { t: 'run' }>, 'i'> | Omit<Extract<ToNode, { t: 'read' }>, 'i'>;

interface Pending {
  sentAt: number;
  /** Null once the sender has given up on it. */
  settle: ((outcome: Outcome) => void) | null;
  onAnswer(answer: Answer): void;
}

export interface NodeProcessOptions {
  settings: NodeSettings;
  folder: string;
  /** The beginning of the command, for a process in a network namespace. */
  within?: readonly string[];
  /** Milliseconds that a sender waits. */
  patience: number;
}

const POLL_EVERY_MS = 50;
const NOTHING: NodeFigures = {
  fenced: 0,
  unknown: 0,
  degraded: 0,
  forwarded: 0,
  activated: 0,
};

/** One process of the installation, as the driver sees it. */
export class NodeProcess {
  readonly name: string;
  readonly exited: Promise<void>;
  /** As last reported; what a killed process did not report any more is missing. */
  figures: NodeFigures = NOTHING;
  ready = false;
  hasServed = false;
  frozen = false;
  gone = false;
  readonly #child: ChildProcess;
  readonly #send: (message: ToNode) => void;
  readonly #pending = new Map<number, Pending>();
  readonly #options: NodeProcessOptions;
  readonly #watch: NodeJS.Timeout;
  #last = 0;
  #onHeld: ((refs: ActorRef[]) => void) | null = null;

  constructor(options: NodeProcessOptions) {
    this.#options = options;
    const { settings, folder, within = [] } = options;
    this.name = settings.name;
    const log = openSync(join(folder, 'logs', 'nodes.log'), 'a', 0o600);
    const { program, nodeOptions } = ownProgram('test/chaos/node.ts');
    const [command = '', ...args] = [
      ...within,
      process.execPath,
      ...nodeOptions,
      program,
      JSON.stringify(settings),
    ];
    const child = spawn(command, args, {
      cwd: projectRoot,
      // Libraries write to stdout and stderr as they like; messages to the driver have a pipe of their own.
      stdio: ['pipe', log, log, 'pipe'],
    });
    closeSync(log);
    const [stdin, , , said] = child.stdio;
    if (!(stdin instanceof Writable) || !(said instanceof Readable)) throw new Error('a node has no pipes');
    this.#child = child;
    // An error when writing to a process that is gone adds nothing: its end is noticed anyway.
    stdin.on('error', () => undefined);
    this.#send = lineWriter(stdin);
    readLines<FromNode>(said, (message) => this.#receive(message));
    const runDir = join(folder, 'run');
    if (child.pid !== undefined) recordProcess(runDir, this.name, child.pid);
    this.exited = new Promise((resolve) => {
      const ended = () => {
        this.#end();
        forgetProcess(runDir, this.name);
        resolve();
      };
      child.once('error', ended);
      // Not `exit`: what it wrote before is read first.
      child.once('close', ended);
    });
    this.#watch = setInterval(() => this.#giveUp(), POLL_EVERY_MS);
  }

  /** Never rejects. `onAnswer` is called with the response, however late it comes. */
  ask(request: Request, onAnswer: (answer: Answer) => void): Promise<Outcome> {
    if (this.gone) return Promise.resolve({ kind: 'lost' });
    this.#last += 1;
    const i = this.#last;
    return new Promise((settle) => {
      this.#pending.set(i, { sentAt: performance.now(), settle, onAnswer });
      this.#send({ ...request, i } as ToNode);
    });
  }

  /** Milliseconds for which the oldest request has been waiting. */
  get behind(): number {
    const [oldest] = this.#pending.values();
    return oldest === undefined ? 0 : performance.now() - oldest.sentAt;
  }

  signal(signal: NodeJS.Signals): void {
    if (!this.gone) this.#child.kill(signal);
  }

  /** SIGKILL at that point of its work, or wherever it is after this many milliseconds. */
  async kill(point: CrashPoint | null, patience: number): Promise<void> {
    if (point !== null) {
      this.#send({ t: 'arm', point, before: Date.now() + patience });
      await doneWithin(this.exited, patience);
    }
    this.signal('SIGKILL');
  }

  /**
   * The actors of a write that the process holds until it has been stopped and goes on; none if it wrote nothing for this
   * many milliseconds.
   */
  holdWrite(patience: number): Promise<readonly ActorRef[]> {
    const held = new Promise<readonly ActorRef[]>((resolve) => {
      this.#onHeld = resolve;
    });
    this.#send({ t: 'hold', before: Date.now() + patience });
    return settledWithin(Promise.race([held, this.exited.then(() => [])]), patience, []);
  }

  #receive(message: FromNode): void {
    switch (message.t) {
      case 'ready':
        this.ready = true;
        this.hasServed = true;
        return;
      case 'figures':
        this.figures = message.figures;
        return;
      case 'held':
        this.#onHeld?.(message.refs);
        return;
      default:
        this.#settle(message);
    }
  }

  #settle(message: Extract<FromNode, { t: 'answer' | 'failed' }>): void {
    const pending = this.#pending.get(message.i);
    if (pending === undefined) return;
    this.#pending.delete(message.i);
    if (message.t === 'answer') pending.onAnswer(message);
    const { code, detail } = { code: '', detail: '', ...message };
    pending.settle?.(
      message.t === 'answer' ? { kind: 'answer', answer: message } : { kind: 'failed', code, detail },
    );
  }

  #giveUp(): void {
    const before = performance.now() - this.#options.patience;
    for (const pending of this.#pending.values()) {
      if (pending.sentAt > before) return;
      pending.settle?.({ kind: 'late' });
      pending.settle = null;
    }
  }

  #end(): void {
    clearInterval(this.#watch);
    this.gone = true;
    this.ready = false;
    for (const { settle } of this.#pending.values()) settle?.({ kind: 'lost' });
    this.#pending.clear();
  }
}
