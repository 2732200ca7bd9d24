import { join } from 'node:path';
import { projectRoot } from '../../db/root.ts';
import { loadContract } from '../../server/kernel/http/contract.ts';
import { API_SCOPE_NAMES, meaningOf } from '../../server/kernel/security/api-scopes.ts';
import { SCOPES_AR } from './arabic/scope-words.ts';

const WORDS = {
  en: {
    head: '| scope | keys of | what it covers | operations |',
    owners: { SELLER: 'a seller', PLATFORM: 'the platform' },
    comma: ', ',
  },
  ar: {
    head: '| الصلاحية | مفاتيح | ما تشمله | العمليات |',
    owners: { SELLER: 'متجر', PLATFORM: 'المنصة' },
    comma: '، ',
  },
} as const;

/** Each scope of API keys with the operations that the contract gives it. */
export function scopeTable(locale: keyof typeof WORDS): string {
  const { head, owners, comma } = WORDS[locale];
  const operations = [...loadContract(join(projectRoot, 'openapi.yaml')).operations.values()];
  const rows = API_SCOPE_NAMES.map((name) => {
    const { of, does } = meaningOf(name);
    const covered = operations.filter(({ scope }) => scope === name).map(({ id }) => `\`${id}\``);
    const what = locale === 'en' ? does : SCOPES_AR[name];
    return `| \`${name}\` | ${owners[of]} | ${what} | ${covered.join(comma)} |`;
  });
  return [head, '|---|---|---|---|', ...rows].join('\n');
}
