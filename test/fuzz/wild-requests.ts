import type { Chance } from '../../scripts/shared/chance.ts';
import type { PlannedRequest } from '../support/example-requests.ts';

const JSON_TYPE = { 'Content-Type': 'application/json' };
const LONG = 'x'.repeat(7_000);

type Spoil = (request: PlannedRequest, chance: Chance) => PlannedRequest;

const withBody = (body: string | Buffer, headers: Record<string, string> = JSON_TYPE): Spoil => {
  return (request) => ({
    ...request,
    method: request.method === 'GET' ? 'POST' : request.method,
    headers: { ...request.headers, ...headers },
    body: Buffer.from(body),
  });
};
const withHeader = (name: string, ...values: readonly string[]): Spoil => {
  return (request, chance) => ({
    ...request,
    headers: { ...request.headers, [name]: chance.pick(values) },
  });
};
const withPath = (change: (path: string) => string): Spoil => {
  return (request) => ({ ...request, path: change(request.path) });
};

/** Ways to spoil a request below its schema: its bytes, its headers, its address. */
export const SPOILS: Readonly<Record<string, Spoil>> = {
  method: (request, chance) => ({
    ...request,
    method: chance.pick(['GET', 'PUT', 'DELETE', 'PATCH', 'POST', 'HEAD', 'OPTIONS', 'PURGE']),
  }),
  'cut JSON': withBody('{"a": [1, 2, {"b": "'),
  'JSON and more': withBody('{} {}'),
  'a primitive': withBody('"text"'),
  'no UTF-8': withBody(Buffer.from([0x7b, 0x22, 0xff, 0xfe, 0x22, 0x3a, 0x31, 0x7d])),
  'a byte order mark': withBody('\ufeff{}'),
  'keys twice': withBody('{"quantity": 1, "quantity": -1, "__proto__": {"admin": true}, "constructor": 1}'),
  'numbers beyond numbers': withBody('{"quantity": 1e400, "limit": -1e400, "amount": 0.1e-400}'),
  'deep arrays': withBody('['.repeat(5_000) + ']'.repeat(5_000)),
  'deep objects': withBody(`${'{"a":'.repeat(64)}1${'}'.repeat(64)}`),
  'a long list': withBody(`[${'{},'.repeat(60_000)}{}]`),
  'many fields': withBody(`{${Array.from({ length: 20_000 }, (_, at) => `"k${at}":1`).join()}}`),
  'a long text': withBody(JSON.stringify({ label: 'x'.repeat(300_000) })),
  'too many bytes': withBody(JSON.stringify({ label: 'x'.repeat(600_000) })),
  'invisible text': withBody(JSON.stringify({ label: '\u200b'.repeat(50_000) })),
  'another type': withBody('<a/>', { 'Content-Type': 'application/xml' }),
  'a type that is none': withBody('{}', { 'Content-Type': 'application/json; charset=utf-16;;="' }),
  'a compressed body': withBody('{}', { ...JSON_TYPE, 'Content-Encoding': 'gzip' }),
  'a form': withBody('a=1&b=2', { 'Content-Type': 'application/x-www-form-urlencoded' }),
  token: withHeader(
    'Authorization',
    'Bearer',
    'Bearer a.b.c',
    `Bearer ${LONG}`,
    'Basic Og==',
    'bearer  x',
    ' ',
  ),
  'cart token': withHeader('X-Cart-Token', 'ct_', LONG.slice(0, 201), '\u00e9', "' OR 1=1"),
  key: withHeader('Idempotency-Key', '', ' ', 'k'.repeat(256), '\u00e9', 'same-for-all'),
  'If-Match': withHeader('If-Match', '*', '"1"', '"999999999999999999999"', 'W/"1"', '"', LONG.slice(0, 600)),
  'If-None-Match': withHeader('If-None-Match', '*', '"1", "2"', '"', LONG.slice(0, 600)),
  language: withHeader('Accept-Language', '*', 'ar;q=9', ',,,', 'x'.repeat(5_000), 'en-'.repeat(1_000)),
  accept: withHeader('Accept', 'text/html', 'application/pdf', '*/*;q=0', ','.repeat(2_000)),
  surface: withHeader('X-Wasl-Surface', 'dispatch', 'driver', 'shop', 'admin', '__proto__', ''),
  origin: withHeader('Origin', 'null', 'https://evil.example', 'http://', 'https://[::1'),
  cookie: withHeader('Cookie', '__Host-wasl=x', '=;=;', 'a'.repeat(5_000), '__Host-refresh=rt_x'),
  forwarded: withHeader(
    'X-Forwarded-For',
    '',
    '999.1.1.1',
    '::1, 10.0.0.1',
    ',,,',
    '10.1.2.3:80',
    LONG.slice(0, 500),
  ),
  'request id': withHeader('X-Request-Id', '', 'x'.repeat(500), '<script>', '\u00e9'),
  range: withHeader('Range', 'bytes=0-1', 'bytes=-1', 'lines=1'),
  'percent signs': withPath((path) => `${path}%`),
  'percent-encoded junk': withPath((path) => path.replace(/[^/]+$/, '%ff%fe')),
  'a zero byte': withPath((path) => path.replace(/[^/]+$/, '%00')),
  slashes: withPath((path) => `//${path}//`),
  dots: withPath((path) => `/..${path}/../..`),
  'a long address': withPath((path) => `${path}/${LONG}`),
  'capital letters': withPath((path) => path.toUpperCase()),
  'a query of brackets': withPath((path) => `${path}?limit[]=1&limit[a]=2&__proto__[x]=1`),
  'one parameter often': withPath((path) => `${path}?${'limit=1&'.repeat(900)}`),
  'a query of percent signs': withPath((path) => `${path}?q=%&cursor=%e0%a4%a&limit=%31`),
};

export function spoiled(request: PlannedRequest, chance: Chance): { request: PlannedRequest; how: string } {
  const how = chance.pick(Object.keys(SPOILS));
  const spoil = SPOILS[how] as Spoil;
  return { request: spoil(request, chance), how };
}
