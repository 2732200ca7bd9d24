import type { Variant } from '../../db/models/variant.ts';
import type { components } from '../http/api-types.ts';
import type { Locale } from '../http/operation.ts';

/** What options and their values are called in one language; as they are where nobody said. */
export function calledOptions(
  { options, optionTexts }: Pick<Variant, 'options' | 'optionTexts'>,
  locale: Locale,
): components['schemas']['CalledOptions'] {
  return Object.fromEntries(
    Object.entries(options).map(([key, value]) => {
      const texts = optionTexts[key];
      return [key, { name: texts?.name[locale] ?? key, value: texts?.value[locale] ?? value }];
    }),
  );
}
