/** What an alert is ordered by. */
interface Weighed {
  severity: 'CRITICAL' | 'WARNING' | 'INFO';
  subjectCount: number;
  raisedAt: string;
}

const WEIGHT = { CRITICAL: 0, WARNING: 1, INFO: 2 };

/** The gravest first; among those the one that explains most, and then the newest. */
export function byWhatExplainsMost(one: Weighed, other: Weighed): number {
  return (
    WEIGHT[one.severity] - WEIGHT[other.severity] ||
    other.subjectCount - one.subjectCount ||
    other.raisedAt.localeCompare(one.raisedAt)
  );
}
