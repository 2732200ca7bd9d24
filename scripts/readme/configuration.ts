import { z } from 'zod';
import type { Environment } from '../../server/kernel/process/config.ts';
import { SETTINGS_AR } from './arabic/setting-words.ts';

interface Property {
  description?: string;
  default?: unknown;
  enum?: unknown[];
  minimum?: number;
  maximum?: number;
}

const WORDS = {
  en: {
    head: '| key | default | meaning |',
    needed: 'needed',
    empty: 'empty',
    to: 'to',
    comma: ', ',
    join: '; ',
  },
  ar: {
    head: '| المفتاح | الافتراضي | المعنى |',
    needed: 'لازم',
    empty: 'فارغ',
    to: 'إلى',
    comma: '، ',
    join: '؛ ',
  },
};

/** A Markdown table of the environment's keys, from the schema that reads them. */
export function configurationTable(schema: z.ZodType, locale: keyof typeof WORDS): string {
  const { head, needed, join } = WORDS[locale];
  const described = z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' });
  const required = new Set(described.required ?? []);
  const rows = Object.entries(described.properties ?? {}).map(([key, value]) => {
    const property = value as Property;
    const fallback = required.has(key) ? needed : code(property.default, locale);
    const meaning = locale === 'en' ? property.description : SETTINGS_AR[key as keyof Environment];
    return `| \`${key}\` | ${fallback} | ${[meaning, range(property, locale)].filter(Boolean).join(join)} |`;
  });
  return [head, '|---|---|---|', ...rows].join('\n');
}

function code(value: unknown, locale: keyof typeof WORDS): string {
  return value === undefined || value === '' ? WORDS[locale].empty : `\`${String(value)}\``;
}

function range({ enum: values, minimum, maximum }: Property, locale: keyof typeof WORDS): string {
  const { to, comma } = WORDS[locale];
  if (values !== undefined)
    return values
      .filter((value) => value !== '')
      .map((value) => code(value, locale))
      .join(comma);
  const bounded = minimum !== undefined && maximum !== undefined && maximum < Number.MAX_SAFE_INTEGER;
  return bounded ? `${minimum} ${to} ${maximum}` : '';
}
