import type { AnyConsumer } from '../../actors/runtime/relay.ts';
import type { CommandRequest, CommandResult } from '../../actors/runtime/runtime.ts';
import type { CounterState } from './counter-machine.ts';

type Fields = { [field: string]: string | number };

/** One process with counters for actors, on whatever ports. */
export interface CounterProcess {
  readonly clock: { now(): Date; advance(milliseconds: number): void };
  readonly failures: { error: unknown; parked: boolean }[];
  /** Effect ids the alert consumer was given. */
  readonly consumed: string[];
  consumer: AnyConsumer;
  create(): Promise<string>;
  execute(request: CommandRequest): Promise<CommandResult>;
  command(key: string, type: string, payload?: Fields, id?: string): Promise<CommandResult>;
  state(key: string): Promise<CounterState & { version: number; epoch: number }>;
  outboxSize(): Promise<number>;
  sweep(limit: number): Promise<number>;
  runTimers(limit: number): Promise<number>;
  close(): Promise<void>;
}

/** What the database holds, for tests to read and to change. */
export interface Books {
  /** Of an actor's command rows, in order. */
  versions(key: string): Promise<number[]>;
  /** Holds the actor's row as another transaction would; gives the way to let go. */
  holdRow(key: string): Promise<() => Promise<void>>;
  outbox(): Promise<
    { attempts: number; parked: boolean; error: string | null; putBack: () => Promise<void> }[]
  >;
  /** Lets the next sweep take what waits for its next attempt. */
  makeOutboxDue(): Promise<void>;
  emptyOutbox(): Promise<void>;
  timers(key: string): Promise<{ name: string; timerId: string }[]>;
  /** As the timer runner does when such a timer has fired. */
  endTimer(key: string, name: string, timerId: string): Promise<void>;
}

/** A database and the processes on it; they share one clock. */
export interface Ground {
  readonly books: Books;
  start(options?: { effects: false }): Promise<CounterProcess>;
  close(): Promise<void>;
}
