import { excelError } from './cells.ts';
import type { Violation } from './sheet.ts';

/**
 * Field rules of the contract; a test keeps the two in agreement. Reading the contract itself takes seconds, which a
 * worker cannot afford.
 */
export const FIELD_RULES = {
  name: { maxLength: 120, pattern: '[\\p{L}\\p{N}\\p{P}\\p{S}]' },
  description: { maxLength: 4000, pattern: '[\\p{L}\\p{N}\\p{P}\\p{S}]' },
  sku: { maxLength: 64, pattern: '^[A-Za-z0-9][A-Za-z0-9._-]{0,63}$' },
} as const;

export type FieldRule = keyof typeof FIELD_RULES;

const PATTERNS = {
  name: new RegExp(FIELD_RULES.name.pattern, 'u'),
  description: new RegExp(FIELD_RULES.description.pattern, 'u'),
  sku: new RegExp(FIELD_RULES.sku.pattern, 'u'),
} as const satisfies Record<FieldRule, RegExp>;

/** What is wrong with a text; null if nothing. */
export function fieldViolation(rule: FieldRule, value: string): Omit<Violation, 'column'> | null {
  if (value === '') return { code: 'missing', value };
  const { maxLength } = FIELD_RULES[rule];
  // JSON Schema counts characters, not UTF-16 units.
  if ([...value].length > maxLength) return { code: 'too-long', value, about: maxLength };
  if (PATTERNS[rule].test(value)) return null;
  if (rule === 'sku') return excelError(value) ?? { code: 'sku', value };
  return { code: 'text', value };
}
