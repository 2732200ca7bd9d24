/** What alerts are sorted by. */
interface Weighed {
  severity: 'CRITICAL' | 'WARNING' | 'INFO';
  subjectCount: number;
  raisedAt: string;
}

const WEIGHT = { CRITICAL: 0, WARNING: 1, INFO: 2 };

/** Most severe first; then the one that explains most, then the newest. */
export function byWhatExplainsMost(one: Weighed, other: Weighed): number {
  return (
    WEIGHT[one.severity] - WEIGHT[other.severity] ||
    other.subjectCount - one.subjectCount ||
    other.raisedAt.localeCompare(one.raisedAt)
  );
}
