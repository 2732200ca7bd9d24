import { type FieldError, ProblemError } from '../api/problem.ts';
import { useFormats } from '../i18n/locale.tsx';
import { useFormText } from './use-form-text.ts';
import type { FaultsOf } from './use-sending.ts';

/**
 * Maps a place in the request, and all below it, to a form field: `{ '/plannedStart': 'start', '/breaks': 'breaks' }`.
 */
export type FieldsOf<F extends string> = Readonly<Record<string, F>>;

/** A form's own text for an error; null: the usual text of every form. */
export type SayError<F extends string> = (error: FieldError, field: F) => string | null;

/** A refusal assigned to its fields, in the reader's words: never the service's text, which is for developers. */
export function useFieldErrors(): <F extends string>(
  error: unknown,
  fields: FieldsOf<F>,
  say?: SayError<F>,
) => FaultsOf<F> {
  const usual = useUsualWords();
  return <F extends string>(error: unknown, fields: FieldsOf<F>, say?: SayError<F>) => {
    if (!(error instanceof ProblemError)) return {};
    const faults: FaultsOf<F> = {};
    for (const fault of error.problem.errors) {
      const field = fieldAt(fault.pointer, fields);
      if (field === null || faults[field] !== undefined) continue;
      faults[field] = say?.(fault, field) ?? usual(fault);
    }
    return faults;
  };
}

function fieldAt<F extends string>(pointer: string, fields: FieldsOf<F>): F | null {
  const place = Object.keys(fields)
    .filter((known) => pointer === known || pointer.startsWith(`${known}/`))
    .toSorted((one, other) => other.length - one.length)[0];
  return place === undefined ? null : (fields[place] ?? null);
}

/** Texts for errors that every form may have. */
function useUsualWords(): (fault: FieldError) => string {
  const t = useFormText();
  const { number } = useFormats();
  return ({ code, params }) => {
    const limit = typeof params?.limit === 'number' ? params.limit : null;
    switch (code) {
      case 'required':
        return t('fault.needed');
      case 'minLength':
        return limit === null || limit <= 1 ? t('fault.needed') : t('fault.tooShort', { count: limit });
      case 'pattern':
      case 'invisible':
        return t('fault.refused');
      case 'maxLength':
        return limit === null ? t('fault.refused') : t('fault.tooLong', { count: limit });
      case 'minimum':
      case 'exclusiveMinimum':
        return limit === null ? t('fault.refused') : t('fault.atLeast', { limit: number(limit) });
      case 'maximum':
      case 'exclusiveMaximum':
        return limit === null ? t('fault.refused') : t('fault.atMost', { limit: number(limit) });
      case 'past':
        return t('fault.past');
      default:
        return t('fault.refused');
    }
  };
}
