import type { Variant } from '../../../db/models/variant.ts';
import type { components } from '../../kernel/http/api-types.ts';
import type { Locale } from '../../kernel/texts/locale.ts';

/** Starts with a letter or digit of any script. No colon, which separates name and value in filters. */
export const OPTION_NAME = /^[\p{L}\p{N}][^:\p{C}]{0,59}$/u;

/** Texts of the option with this name. hasOwn: names are chosen by sellers and may equal built-in properties. */
export function textsOf(texts: Variant['optionTexts'], name: string): Variant['optionTexts'][string] | null {
  return Object.hasOwn(texts, name) ? (texts[name] ?? null) : null;
}

/** Options and values with their names in one language, or as they are if they have none. */
export function localizedOptions(
  { options, optionTexts }: Pick<Variant, 'options' | 'optionTexts'>,
  locale: Locale,
): components['schemas']['CalledOptions'] {
  return Object.fromEntries(
    Object.entries(options).map(([key, value]) => {
      const texts = textsOf(optionTexts, key);
      return [key, { name: texts?.name[locale] ?? key, value: texts?.value[locale] ?? value }];
    }),
  );
}
