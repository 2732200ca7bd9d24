import { canonicalJson } from '../../../../actors/runtime/canonical-json.ts';

/** Positions are sent in frames of their own, and a version says nothing about the subject itself. */
const NOT_COMPARED: ReadonlySet<string> = new Set(['position', 'version']);
/** Times at which the console itself received something: only their presence is compared. */
const OWN_MOMENTS: ReadonlySet<string> = new Set(['waitingSince', 'failedAt', 'endedAt']);

/** Every field in which the service differs from what the console shows: what an event leaves out stays wrong. */
export function boardDifferences(
  said: object,
  shown: object,
  except: readonly string[] = [],
): { field: string; expected: string; found: string }[] {
  const shownFields = new Map(Object.entries(shown));
  return Object.entries(said)
    .filter(([field]) => !NOT_COMPARED.has(field) && !except.includes(field))
    .map(([field, value]) => ({
      field,
      expected: text(field, value),
      found: text(field, shownFields.get(field)),
    }))
    .filter(({ expected, found }) => expected !== found);
}

function text(field: string, value: unknown): string {
  return OWN_MOMENTS.has(field) ? String(value !== null) : (canonicalJson(value) ?? 'nothing');
}
