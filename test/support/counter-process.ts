import type { AnyConsumer } from '../../actors/runtime/relay.ts';
import type { CommandRequest, CommandResult } from '../../actors/runtime/runtime.ts';
import type { CounterState } from './counter-machine.ts';

type Fields = { [field: string]: string | number };

/** One process whose actors are counters, whatever the runtime. */
export interface CounterProcess {
  readonly clock: { now(): Date; advance(milliseconds: number): void };
  readonly failures: { error: unknown; parked: boolean }[];
  /** Ids of the effects that the alert consumer received. */
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

/** The database's content, for tests to read and change. */
export interface Books {
  /** Versions in the actor's command rows, in order. */
  versions(key: string): Promise<number[]>;
  /** Locks the actor's row as another transaction would; returns the function that releases it. */
  holdRow(key: string): Promise<() => Promise<void>>;
  outbox(): Promise<
    { attempts: number; parked: boolean; error: string | null; putBack: () => Promise<void> }[]
  >;
  /** Makes effects that wait for their next attempt due for the next sweep. */
  makeOutboxDue(): Promise<void>;
  emptyOutbox(): Promise<void>;
  timers(key: string): Promise<{ name: string; timerId: string }[]>;
  /** What the timer runner does once such a timer has fired. */
  endTimer(key: string, name: string, timerId: string): Promise<void>;
}

/** A database and the processes on it, which share one clock. */
export interface Ground {
  readonly books: Books;
  start(options?: { effects: false }): Promise<CounterProcess>;
  close(): Promise<void>;
}
