import type { CommandRequest } from '../runtime.ts';

/** All rows that an actor writes. */
export const ALL_ROWS = '*';

/**
 * Which of the actor's own rows the facts of a command are read from: null for none, ALL_ROWS, or the id of one record.
 * With an id, the command itself writes no other rows, and its facts do not depend on the actor's state, so those of
 * several records may be read at once. A command that reads rows waits until earlier decisions about them are
 * committed; any other is decided at once, on a state that may be ahead of the database.
 */
export type OwnRows = (request: Pick<CommandRequest, 'ref' | 'type' | 'payload'>) => string | null;

/** Whether a turn of a command that writes `written` may change what is read from `read`. */
export function mayChange(written: string | null, read: string): boolean {
  return read === ALL_ROWS || written === null || written === ALL_ROWS || written === read;
}
