import { createHash } from 'node:crypto';
import type { Body, Operation, Parameter } from './contract-reader.ts';

const SCHEMA = 'https://schema.getpostman.com/json/collection/v2.1.0/collection.json';

/** A folder of the collection. */
export interface Folder {
  title: string;
  operations: readonly Operation[];
}

/**
 * A Postman collection (v2.1), which Bruno imports as well: a request per operation with the contract's examples. The
 * variables `url` and `key` are the service's origin and an API key or access token.
 */
export function collection(folders: readonly Folder[]): string {
  const document = {
    info: {
      _postman_id: idOf('wasl'),
      name: 'Wasl',
      description: 'Made from the contract. Set the variables `url` and `key` first.',
      schema: SCHEMA,
    },
    auth: { type: 'bearer', bearer: [{ key: 'token', value: '{{key}}', type: 'string' }] },
    variable: [
      { key: 'url', value: 'http://localhost:8080' },
      { key: 'key', value: '' },
    ],
    item: folders.map(({ title, operations }) => ({ name: title, item: operations.map(requestOf) })),
  };
  return JSON.stringify(document, null, 1);
}

function requestOf(operation: Operation) {
  const { method, summary, id, roles, body } = operation;
  const of = (place: Parameter['in']) => operation.parameters.filter((one) => one.in === place);
  const headers = of('header').map(({ name, example, required }) => ({
    key: name,
    value: name === 'Idempotency-Key' ? '{{$guid}}' : example,
    // What an example says about another record is in the way of a first try.
    disabled: !required && name !== 'Idempotency-Key' && name !== 'If-Match',
  }));
  if (body !== null) headers.push({ key: 'Content-Type', value: body.type, disabled: false });
  return {
    id: idOf(id),
    name: summary.en,
    request: {
      ...(roles.includes('PUBLIC') ? { auth: { type: 'noauth' } } : {}),
      method,
      description: describe(operation),
      header: headers,
      ...(body === null ? {} : { body: bodyOf(body) }),
      url: urlOf(operation, of('path'), of('query')),
    },
    response: [],
  };
}

function describe({ id, description, scope }: Operation): string {
  const facts = [`\`${id}\``, scope === null ? 'No API key may call it.' : `API keys: \`${scope}\`.`];
  return [facts.join('. '), description].filter((part) => part !== '').join('\n\n');
}

function bodyOf({ type, example }: Body) {
  if (type.startsWith('image/')) return { mode: 'file' };
  const raw = typeof example === 'string' ? example : JSON.stringify(example ?? {}, null, 2);
  const language = type === 'application/json' ? 'json' : 'text';
  return { mode: 'raw', raw, options: { raw: { language } } };
}

function urlOf({ path }: Operation, inPath: readonly Parameter[], inQuery: readonly Parameter[]) {
  const segments = path
    .replace(/\{(\w+)\}/g, ':$1')
    .split('/')
    .slice(1);
  const entry = ({ name, example, description }: Parameter) => ({ key: name, value: example, description });
  return {
    raw: `{{url}}/api/v1/${segments.join('/')}`,
    host: ['{{url}}'],
    path: ['api', 'v1', ...segments],
    variable: inPath.map(entry),
    query: inQuery.map((one) => ({ ...entry(one), disabled: !one.required })),
  };
}

/** The same id for the same name, so that an import replaces what it imported before. */
function idOf(name: string): string {
  const hex = createHash('sha256').update(`wasl:${name}`).digest('hex');
  return hex.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12}).*$/, '$1-$2-$3-$4-$5');
}
