import type { CommandRequest } from '../runtime.ts';

/** All rows that an actor writes. */
export const ALL_ROWS = '*';

/**
 * Which of the rows that its own actor writes the facts of a command are read from: null for none of them, ALL_ROWS,
 * or the id of one record. In that case the command itself writes no other rows, and its facts don't depend on the
 * actor's state: those of several records are read at once. A command waits until what was decided about its rows
 * before is committed; any other is decided at once, on a state that may be ahead of the database.
 */
export type OwnRows = (request: Pick<CommandRequest, 'ref' | 'type' | 'payload'>) => string | null;

/** Whether a turn of a command with the rows `written` may change what is read from `read`. */
export function mayChange(written: string | null, read: string): boolean {
  return read === ALL_ROWS || written === null || written === ALL_ROWS || written === read;
}
