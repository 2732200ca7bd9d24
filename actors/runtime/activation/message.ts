import type { CommandRequest, CommandResult } from '../runtime.ts';
import type { StoredCommand } from '../store.ts';

/** One command from its arrival to its answer, however often it is retried. */
export interface Message {
  request: CommandRequest;
  requestHash: Buffer;
  /** Chained commands and timers: never dropped, and guaranteed half of each batch. */
  background: boolean;
  /** When it arrived, by the timers' clock. */
  since: number;
  /** Forwarded by a process that assumed this one to be the owner; not forwarded again. */
  forwarded: boolean;
  /** Has been in a mailbox, so it is not refused any more when one is full. */
  admitted: boolean;
  /** How often its actor was fenced, its commit's outcome was unknown, and its forwarding failed. */
  fenced: number;
  unknown: number;
  forwards: number;
  /** Misrouted once: from now on Redis is asked who owns the actor. */
  misrouted: boolean;
  /** Set when the command is found to have taken effect before. */
  known: StoredCommand | null;
  resolve(result: CommandResult): void;
  reject(error: unknown): void;
}
