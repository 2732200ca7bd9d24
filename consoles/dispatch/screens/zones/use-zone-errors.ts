import { type FieldsOf, useFieldErrors } from '../../../shared/forms/field-errors.ts';
import type { FaultsOf } from '../../../shared/forms/use-sending.ts';
import { useZoneText } from '../../texts/zone-texts.ts';

export type ZoneField = 'en' | 'ar' | 'priority' | 'corners';

const FIELDS: FieldsOf<ZoneField> = {
  '/name/en': 'en',
  '/name/ar': 'ar',
  '/priority': 'priority',
  '/geometry': 'corners',
};

/** A refusal of a zone, at its fields and in words. */
export function useZoneErrors(): (error: unknown) => FaultsOf<ZoneField> {
  const t = useZoneText();
  const faultsOf = useFieldErrors();
  return (error) =>
    faultsOf(error, FIELDS, ({ code, params }, field) => {
      if (field !== 'corners') return null;
      const place = `\u2066${params?.longitude}, ${params?.latitude}\u2069`;
      if (code === 'far-away') return t('zones.cornerFar', { place });
      if (code === 'crosses-itself') return t('zones.crosses', { place });
      if (code === 'size') return t('zones.size');
      return t(code === 'ring-short' || code === 'out-of-range' ? 'zones.cornersWrong' : 'zones.shapeWrong');
    });
}
