import { join } from 'node:path';
import { projectRoot } from '../../db/root.ts';
import { loadContract } from '../../server/kernel/http/contract.ts';
import { API_SCOPE_NAMES, meaningOf } from '../../server/kernel/security/api-scopes.ts';

/** Each scope of API keys with the operations that the contract gives it. */
export function scopeTable(): string {
  const operations = [...loadContract(join(projectRoot, 'openapi.yaml')).operations.values()];
  const rows = API_SCOPE_NAMES.map((name) => {
    const { of, does } = meaningOf(name);
    const covered = operations.filter(({ scope }) => scope === name).map(({ id }) => `\`${id}\``);
    return `| \`${name}\` | ${of === 'SELLER' ? 'a seller' : 'the platform'} | ${does} | ${covered.join(', ')} |`;
  });
  return ['| scope | keys of | what it covers | operations |', '|---|---|---|---|', ...rows].join('\n');
}
