import type { CommandRequest, CommandResult } from '../runtime.ts';
import type { StoredCommand } from '../store.ts';

/** One command from its arrival to its answer, however often it is run on the way. */
export interface Message {
  request: CommandRequest;
  requestHash: Buffer;
  /** Chain commands and timers: never dropped, and sure of half of each batch. */
  system: boolean;
  /** When it came, by the timers' clock. */
  since: number;
  /** Sent here by a process that took this one for the owner: it isn't sent on. */
  forwarded: boolean;
  /** Once in a mailbox, it isn't refused for a full one any more. */
  admitted: boolean;
  /** How often its actor was fenced, its commit's outcome unknown, its forwarding in vain. */
  fenced: number;
  unknown: number;
  forwards: number;
  /** Forwarded in vain: from now on Redis says who owns the actor. */
  astray: boolean;
  /** It turned out that the command took effect before. */
  known: StoredCommand | null;
  resolve(result: CommandResult): void;
  reject(error: unknown): void;
}
