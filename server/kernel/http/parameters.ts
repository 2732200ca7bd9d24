import type { OperationRules } from './contract.ts';

/** Decoded path parameters. Throws URIError. */
export function decodedParams(params: Readonly<Record<string, string>>): Record<string, unknown> {
  const decoded: Record<string, unknown> = {};
  for (const name in params) {
    const value = params[name] ?? '';
    decoded[name] = value.includes('%') ? decodeURIComponent(value) : value;
  }
  return decoded;
}

/** Query parameters by name. A list parameter is a list even if it occurs once. */
export function queryOf(search: string, lists: OperationRules['lists']): Record<string, unknown> {
  if (search === '') return {};
  const parameters = new URLSearchParams(search);
  const query: Record<string, unknown> = Object.fromEntries(parameters.entries());
  for (const [name, { commas }] of lists) {
    const values = parameters.getAll(name);
    if (values.length > 0) query[name] = commas ? values.flatMap((value) => value.split(',')) : values;
  }
  return query;
}
