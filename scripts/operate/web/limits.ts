import { API_PREFIX, type OperationRules } from '../../../server/kernel/http/contract.ts';
import type { LimitSettings, RateBudget, RateClass } from '../../../server/kernel/process/limit-config.ts';
import { block, quoted } from './nginx-text.ts';

export const CLASSES: readonly RateClass[] = ['browse', 'write', 'sign-in', 'registration'];
const MINUTE_S = 60;
/** Each takes about 128 bytes of an address; browsing has the most addresses. */
const ZONE_SIZE: Record<RateClass, string> = {
  browse: '32m',
  write: '16m',
  'sign-in': '8m',
  registration: '8m',
};

/**
 * Forms of the pages whose operations are guarded like the API's: these are called inside the process, so the web server
 * sees the forms only.
 */
const PAGE_FORMS: readonly { paths: readonly string[]; rateClass: RateClass }[] = [
  { paths: ['sign-in', 'sign-in/code/enter', 'reset-password', 'verify-email'], rateClass: 'sign-in' },
  { paths: ['sign-in/code', 'register', 'forgot-password'], rateClass: 'registration' },
];

/** A leaky bucket of nginx. */
export interface Bucket {
  /** Requests that leak out of it in a minute. */
  ratePerMinute: number;
  /** Requests it holds. */
  burst: number;
}

/**
 * Never refuses what the service would accept: its window may be used up at its end and again at the beginning of the
 * next one, so the bucket holds two windows, and leaks two in the time of one. A client thus hears the service's exact
 * answer first; what goes far beyond costs no process anything.
 */
export function bucketOf({ points, window }: RateBudget): Bucket {
  return { ratePerMinute: Math.max(1, Math.ceil((2 * points * MINUTE_S) / window)), burst: 2 * points };
}

/** Seconds until an address that was refused may send one more request. */
export function retryAfter(budget: RateBudget): number {
  return Math.max(1, Math.ceil(MINUTE_S / bucketOf(budget).ratePerMinute));
}

/** Which class a request belongs to, limits per address and class, and for whom these do not hold. */
export function limitsText(
  { limits, networks }: Pick<LimitSettings, 'limits' | 'networks'>,
  operations: Iterable<Pick<OperationRules, 'method' | 'path' | 'rateClass'>>,
): string {
  return [
    '# An IPv6 subscriber has a whole /64 and is counted as one, as in the service.',
    block('map $binary_remote_addr $wasl_client', [
      'default $binary_remote_addr;',
      '"~^(?<wasl_subscriber>[\\s\\S]{8})[\\s\\S]{8}$" $wasl_subscriber;',
    ]),
    '# Networks of LIMIT_NETWORKS have budgets of their own in the service, which alone counts them.',
    block('geo $wasl_is_named', [
      'default 0;',
      ...networks.flatMap(({ cidrs }) => cidrs.map(({ address, bits }) => `${address}/${bits} 1;`)),
    ]),
    classMap(operations),
    ...CLASSES.flatMap((name) => zoneOf(name, limits[name])),
    '',
  ].join('\n\n');
}

/** The directives that count a request; in each class but its own, its key is empty, and so it is not counted. */
export function limitLines(limits: LimitSettings['limits']): string[] {
  return [
    'limit_req_status 429;',
    // An error line of nginx has the query, in which a search may contain a person's name.
    'limit_req_log_level info;',
    ...CLASSES.map(
      (name) => `limit_req zone=wasl_${key(name)} burst=${bucketOf(limits[name]).burst} nodelay;`,
    ),
  ];
}

function zoneOf(name: RateClass, budget: RateBudget): string[] {
  const variable = `$wasl_${key(name)}`;
  const rate = `${bucketOf(budget).ratePerMinute}r/m`;
  return [
    block(`map "$wasl_is_named $wasl_class" ${variable}`, [
      'default "";',
      `${quoted(`0 ${name}`)} $wasl_client;`,
    ]),
    `limit_req_zone ${variable} zone=wasl_${key(name)}:${ZONE_SIZE[name]} rate=${rate};`,
  ];
}

function classMap(operations: Iterable<Pick<OperationRules, 'method' | 'path' | 'rateClass'>>): string {
  const entries = [...operations].flatMap(({ method, path, rateClass }) => {
    const usual = method.toUpperCase() === 'GET' ? 'browse' : 'write';
    return rateClass === usual ? [] : [`${requestPattern(method, path)} ${rateClass};`];
  });
  const forms = PAGE_FORMS.map(({ paths, rateClass }) => {
    return `"~^POST /(ar|en)/(${paths.join('|')})$" ${rateClass};`;
  });
  return block('map "$request_method $uri" $wasl_class', [
    'default browse;',
    ...entries.sort(),
    ...forms,
    '"~^(POST|PUT|PATCH|DELETE) /(api|ar|en)/" write;',
  ]);
}

function requestPattern(method: string, path: string): string {
  const parts = `${API_PREFIX}${path}`.split(/\{[^}]+\}/).map((part) => part.replaceAll('.', '\\.'));
  const request = `${method.toUpperCase()} ${parts.join('[^/]+')}`;
  return parts.length === 1 ? `"${request.replaceAll('\\.', '.')}"` : `"~^${request}$"`;
}

function key(name: RateClass): string {
  return name.replace('-', '_');
}
