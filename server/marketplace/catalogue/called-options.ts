import type { Variant } from '../../../db/models/variant.ts';
import type { components } from '../../kernel/http/api-types.ts';
import type { Locale } from '../../kernel/texts/locale.ts';

/** Begins with a letter or digit, in any language; a colon parts it from its value in filters. */
export const OPTION_NAME = /^[\p{L}\p{N}][^:\p{C}]{0,59}$/u;

/** What an option of this name is called. Names are sellers' words: some are those of every object's properties. */
export function textsOf(texts: Variant['optionTexts'], name: string): Variant['optionTexts'][string] | null {
  return Object.hasOwn(texts, name) ? (texts[name] ?? null) : null;
}

/** What options and their values are called in one language; as they are where nobody said. */
export function calledOptions(
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
