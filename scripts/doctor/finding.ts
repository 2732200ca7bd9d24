export type Level = 'ok' | 'warning' | 'error';

/** One line of the doctor's report. */
export interface Finding {
  level: Level;
  /** What was looked at. */
  says: string;
  /** What to do about it; for warnings and errors. */
  todo?: string;
}

export interface Check {
  name: string;
  /** May throw: that becomes an error. */
  run(): Promise<readonly Finding[]>;
}

export type Reported = Finding & { check: string };

export const ok = (says: string): Finding => ({ level: 'ok', says });
export const warning = (says: string, todo: string): Finding => ({ level: 'warning', says, todo });
export const error = (says: string, todo: string): Finding => ({ level: 'error', says, todo });

/** Says the first that applies. */
export function judged(
  says: string,
  { errorIf = false, warnIf = false, todo }: { errorIf?: boolean; warnIf?: boolean; todo: string },
): Finding {
  if (errorIf) return error(says, todo);
  return warnIf ? warning(says, todo) : ok(says);
}

export function messageOf(thrown: unknown): string {
  if (thrown instanceof AggregateError && thrown.message === '')
    return thrown.errors.map(messageOf).join(', ');
  return thrown instanceof Error ? thrown.message : String(thrown);
}
