import { createHash } from 'node:crypto';
import type { DocumentOperation, DocumentParameter } from './contract-document.ts';

const SCHEMA = 'https://schema.getpostman.com/json/collection/v2.1.0/collection.json';

/**
 * A Postman collection (v2.1) of all operations, which Bruno imports as well: a folder per tag, a request per operation
 * with the contract's examples. The variables `url` and `key` are the service's origin and an API key or access token.
 */
export function collection(operations: readonly DocumentOperation[]): string {
  const tags = [...new Set(operations.map(({ tag }) => tag))];
  const document = {
    info: {
      _postman_id: idOf('wasl'),
      name: 'Wasl',
      description: 'Made by `npm run generate` from openapi.yaml. Set the variables `url` and `key` first.',
      schema: SCHEMA,
    },
    auth: { type: 'bearer', bearer: [{ key: 'token', value: '{{key}}', type: 'string' }] },
    variable: [
      { key: 'url', value: 'http://localhost:8080' },
      { key: 'key', value: '' },
    ],
    item: tags.map((tag) => ({
      name: tag,
      item: operations.filter((one) => one.tag === tag).map(requestOf),
    })),
  };
  return `${JSON.stringify(document, null, 1)}\n`;
}

function requestOf(operation: DocumentOperation) {
  const { method, summary, operationId, isPublic, bodies } = operation;
  const [body] = bodies;
  const of = (place: DocumentParameter['in']) => operation.parameters.filter((one) => one.in === place);
  const headers = of('header').map((one) => ({
    key: one.name,
    value: one.name === 'Idempotency-Key' ? '{{$guid}}' : textOf(one.example),
    // What an example says about another record is in the way of a first try.
    disabled: one.required !== true && one.name !== 'Idempotency-Key' && one.name !== 'If-Match',
  }));
  if (body !== undefined) headers.push({ key: 'Content-Type', value: body.type, disabled: false });
  return {
    id: idOf(operationId),
    name: summary,
    request: {
      ...(isPublic ? { auth: { type: 'noauth' } } : {}),
      method,
      description: describe(operation),
      header: headers,
      ...(body === undefined ? {} : { body: bodyOf(body) }),
      url: urlOf(operation, of('path'), of('query')),
    },
    response: [],
  };
}

function describe({ operationId, description, scope }: DocumentOperation): string {
  const facts = [
    `\`${operationId}\``,
    scope === null ? 'No API key may call it.' : `API keys: \`${scope}\`.`,
  ];
  return [facts.join('. '), description].filter((part) => part !== '').join('\n\n');
}

function bodyOf({ type, example }: DocumentOperation['bodies'][number]) {
  if (type.startsWith('image/')) return { mode: 'file' };
  const raw = typeof example === 'string' ? example : JSON.stringify(example ?? {}, null, 2);
  const language = type === 'application/json' ? 'json' : 'text';
  return { mode: 'raw', raw, options: { raw: { language } } };
}

function urlOf(
  { path }: DocumentOperation,
  inPath: readonly DocumentParameter[],
  inQuery: readonly DocumentParameter[],
) {
  const segments = path
    .replace(/\{(\w+)\}/g, ':$1')
    .split('/')
    .slice(1);
  return {
    raw: `{{url}}/api/v1/${segments.join('/')}`,
    host: ['{{url}}'],
    path: ['api', 'v1', ...segments],
    variable: inPath.map((one) => ({ key: one.name, value: textOf(one.example), ...described(one) })),
    query: inQuery.map((one) => ({
      key: one.name,
      value: textOf(one.example),
      ...described(one),
      disabled: one.required !== true,
    })),
  };
}

function described({ description }: DocumentParameter): { description?: string } {
  return description === undefined ? {} : { description };
}

function textOf(example: unknown): string {
  if (Array.isArray(example)) return example.map(textOf).join(',');
  return typeof example === 'string' ? example : example === undefined ? '' : JSON.stringify(example);
}

/** The same id for the same name, so that an import replaces what it imported before. */
function idOf(name: string): string {
  const hex = createHash('sha256').update(`wasl:${name}`).digest('hex');
  return hex.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12}).*$/, '$1-$2-$3-$4-$5');
}
