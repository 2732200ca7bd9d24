import type { JsonObject } from '../../../actors/runtime/machine.ts';
import { groupBy } from '../../kernel/collections/group-by.ts';
import type { AlertSeverity } from './alert-store.ts';
import { gathersOf } from './alert-texts.ts';
import type { Cause } from './condition.ts';
import type { AlertSubjectRow } from './subjects-store.ts';

/** What one alert covers: a single case, or all cases with one cause. */
export interface About {
  dedupeKey: string;
  /** Null for a kind whose cases are separate alerts. */
  subjects: readonly AlertSubjectRow[] | null;
  subjectCount: number;
  /** The case that represents all: the one known longest. */
  subjectType: string;
  subjectId: string;
  data: JsonObject;
  severity?: AlertSeverity;
}

const WEIGHT: Readonly<Record<AlertSeverity, number>> = { INFO: 0, WARNING: 1, CRITICAL: 2 };

/** Key of the alert that covers a case of this kind. */
export function alertKey(kind: string, ownKey: string, data: JsonObject): string {
  const gathers = gathersOf(kind);
  return gathers === undefined ? ownKey : `${kind}:${gathers.cause(data)}`;
}

/** Merges what a condition found into one entry per alert. */
export function gathered(kind: string, causes: readonly Cause[]): About[] {
  const gathers = gathersOf(kind);
  if (gathers === undefined) {
    return causes.map(({ key, ...cause }) => {
      return { ...cause, dedupeKey: `${kind}:${key}`, subjects: null, subjectCount: 1 };
    });
  }
  const byAlert = groupBy(causes, ({ key, data }) => alertKey(kind, key, data));
  return [...byAlert].map(([dedupeKey, members]) => {
    const subjects = members.map(({ key, subjectType, subjectId, data }) => {
      return { key: `${kind}:${key}`, subjectType, subjectId, data };
    });
    const [worst] = members
      .flatMap(({ severity = [] }) => severity)
      .toSorted((one, other) => WEIGHT[other] - WEIGHT[one]);
    const about = { ...aboutAll(kind, subjects), dedupeKey };
    return worst === undefined ? about : { ...about, severity: worst };
  });
}

/** Merges the data of these cases; there must be at least one. */
export function aboutAll(kind: string, subjects: readonly AlertSubjectRow[]): Omit<About, 'dedupeKey'> {
  const [lead] = subjects;
  if (lead === undefined) throw new Error(`an alert ${kind} without a case`);
  const { subjectType, subjectId } = lead;
  const all = subjects.map(({ data }) => data);
  const data = subjects.length === 1 ? lead.data : (gathersOf(kind)?.sum(all) ?? lead.data);
  return { subjects, subjectCount: subjects.length, subjectType, subjectId, data };
}
