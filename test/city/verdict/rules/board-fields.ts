import { canonicalJson } from '../../../../actors/runtime/canonical-json.ts';

/** Sent in frames of their own; and a version says nothing about the thing itself. */
const NOT_COMPARED: ReadonlySet<string> = new Set(['position', 'version']);
/** The console's own moment of hearing: that there is one is compared. */
const OWN_MOMENTS: ReadonlySet<string> = new Set(['waitingSince', 'failedAt', 'endedAt']);

/** Every field that the service says differently from what the console shows: what an event leaves out stays wrong. */
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
