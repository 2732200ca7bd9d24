/** The subject of an alert, as far as the board can show it. */
interface About {
  subjectType: string;
  subjectId: string;
  /** An alert about more than one case has no single place that shows it. */
  subjectCount?: number;
  data?: Readonly<Record<string, unknown>>;
}

export interface AlertTarget {
  kind: 'task' | 'driver';
  /** The address on the board. */
  path: string;
}

/** Where on the board the cause can be seen; null if nowhere. */
export function alertTarget({
  subjectType,
  subjectId,
  subjectCount = 1,
  data = {},
}: About): AlertTarget | null {
  if (subjectCount > 1) return null;
  if (subjectType === 'TASK') return { kind: 'task', path: `/?task=${subjectId}` };
  if (subjectType === 'DRIVER') return { kind: 'driver', path: `/?tab=drivers&driver=${subjectId}` };
  return typeof data.taskId === 'string' ? { kind: 'task', path: `/?task=${data.taskId}` } : null;
}
