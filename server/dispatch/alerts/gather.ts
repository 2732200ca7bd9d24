import type { JsonObject } from '../../../actors/runtime/machine.ts';
import { groupBy } from '../../kernel/collections/group-by.ts';
import type { AlertSeverity } from './alert-store.ts';
import { gathersOf } from './alert-texts.ts';
import type { Cause } from './condition.ts';
import type { AlertSubjectRow } from './subjects-store.ts';

/** What one alert is about: a single case, or all that have one cause. */
export interface About {
  dedupeKey: string;
  /** Null for a kind of which each case is an alert of its own. */
  subjects: readonly AlertSubjectRow[] | null;
  subjectCount: number;
  /** The case that stands for all: the longest known. */
  subjectType: string;
  subjectId: string;
  data: JsonObject;
  severity?: AlertSeverity;
}

const WEIGHT: Readonly<Record<AlertSeverity, number>> = { INFO: 0, WARNING: 1, CRITICAL: 2 };

/** The key of the alert that tells of a case of this kind. */
export function alertKey(kind: string, ownKey: string, data: JsonObject): string {
  const gathers = gathersOf(kind);
  return gathers === undefined ? ownKey : `${kind}:${gathers.cause(data)}`;
}

/** What a condition found, one entry per alert. */
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

/** What is said of these cases together. There is at least one. */
export function aboutAll(kind: string, subjects: readonly AlertSubjectRow[]): Omit<About, 'dedupeKey'> {
  const [lead] = subjects;
  if (lead === undefined) throw new Error(`an alert ${kind} about nothing`);
  const { subjectType, subjectId } = lead;
  const all = subjects.map(({ data }) => data);
  const data = subjects.length === 1 ? lead.data : (gathersOf(kind)?.sum(all) ?? lead.data);
  return { subjects, subjectCount: subjects.length, subjectType, subjectId, data };
}
