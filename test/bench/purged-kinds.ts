import { createHash } from 'node:crypto';
import type { RateClass } from '../../server/kernel/process/limit-config.ts';

/** The account and the shop that rows refer to. */
export const ONE = {
  account: '019c4690-1357-7f25-91bd-637adc78a147',
  seller: '019c4690-1357-7f25-91bd-637adc78a148',
  endpoint: '019c4690-1357-7f25-91bd-637adc78a149',
} as const;

/** What strangers and people can make as fast as their address may ask. */
export interface PurgedKind {
  what: string;
  job: string;
  /** The budget that making one spends. */
  spends: RateClass;
  /**
   * How many requests make in a second, if making one takes far more than writing its rows: by `shop` of 22 November 2026,
   * on two cores.
   */
  madeAtMost?: number;
  /** SQL that writes old ones, numbered by `n`. */
  fill: readonly string[];
  /** Each has a picture in the folder of uploads, named by `pictureName`. */
  hasPicture?: true;
}

const OLD = `now() - interval '3 years'`;
const SERIES = 'FROM generate_series(:from::integer, :to::integer) n';
const id = (kind: string) => `md5('${kind}' || n)::uuid`;
const hash = (kind: string) => `decode(md5('${kind}' || n), 'hex')`;
const ACCOUNT = `'${ONE.account}'::uuid`;
const SELLER = `'${ONE.seller}'::uuid`;
const ROWS_OF_FILE = 100;
/** Placed in a second, in five requests each. */
const PURCHASES = 288;

export const PURGED_KINDS: readonly PurgedKind[] = [
  {
    ...{ what: "guests' carts, with a line", job: 'guest-carts', spends: 'write' },
    fill: [
      `INSERT INTO carts (id, token_hash, updated_at) SELECT ${id('cart')}, ${hash('cart')}, ${OLD} ${SERIES}`,
      `INSERT INTO cart_items (id, cart_id, offer_id, quantity, seen_price)
       SELECT ${id('line')}, ${id('cart')}, ${id('offer')}, 1, '1.00' ${SERIES}`,
    ],
  },
  {
    ...{ what: 'requests with a key', job: 'idempotency-keys', spends: 'write' },
    fill: [
      `INSERT INTO idempotency_keys (principal, key, request_hash, status, reference, created_at)
       SELECT 'account:' || n % 10000, n::text, ${hash('request')}, 201, '{"id": "019c4690-1357-7f25"}', ${OLD} ${SERIES}`,
    ],
  },
  {
    ...{ what: 'checkouts, with a line and shipping', job: 'old-checkouts', spends: 'write' },
    // If the other four requests cost nothing, and every checkout were given up.
    madeAtMost: 5 * PURCHASES,
    fill: [
      `INSERT INTO checkouts (id, account_id, status, expires_at, address, updated_at)
       SELECT ${id('checkout')}, ${ACCOUNT}, 'EXPIRED', ${OLD}, '{"phone": "+97455000000"}', ${OLD} ${SERIES}`,
      `INSERT INTO checkout_lines (id, checkout_id, offer_id, variant_id, seller_id, sku, name_en, name_ar, quantity,
                                   unit_price)
       SELECT ${id('checkout-line')}, ${id('checkout')}, ${id('offer')}, ${id('variant')}, ${id('seller')}, 'S', 'E', 'ع', 1,
              '1.00' ${SERIES}`,
      `INSERT INTO checkout_shipping (checkout_id, seller_id, method_id, code, name_en, name_ar, price, promised_from,
                                      promised_to)
       SELECT ${id('checkout')}, ${id('seller')}, ${id('method')}, 'STANDARD', 'E', 'ع', '1.00', current_date,
              current_date ${SERIES}`,
    ],
  },
  {
    ...{ what: 'addresses that were deleted', job: 'old-addresses', spends: 'write' },
    fill: [
      `INSERT INTO addresses (id, account_id, contact_name, phone, zone_number, street_number, building_number, latitude,
                              longitude, deleted_at)
       SELECT ${id('address')}, ${ACCOUNT}, 'Noora', '+97455000000', 1, 1, 1, 25.3, 51.5, ${OLD} ${SERIES}`,
    ],
  },
  {
    ...{ what: 'notifications, with a delivery', job: 'old-notifications', spends: 'write' },
    // An order and its delivery make no more than ten.
    madeAtMost: 10 * PURCHASES,
    fill: [
      `INSERT INTO notifications (id, event_key, account_id, kind, title_en, title_ar, body_en, body_ar, source_version,
                                  created_at)
       SELECT ${id('notice')}, n::text, ${ACCOUNT}, 'ORDER_PLACED', 'Title', 'عنوان', 'Body', 'نص', 1, ${OLD} ${SERIES}`,
      `INSERT INTO notification_deliveries (notification_id, channel, status, provider_ref)
       SELECT ${id('notice')}, 'EMAIL', 'SENT', 'x' ${SERIES}`,
    ],
  },
  {
    ...{ what: 'lines of the audit log', job: 'audit-log', spends: 'sign-in' },
    fill: [
      `INSERT INTO audit_log (id, at, action, subject_type, subject_id, ip)
       SELECT ${id('audit')}, ${OLD}, 'signInRefused', 'EMAIL', n::text, '203.0.113.1' ${SERIES}`,
    ],
  },
  {
    ...{ what: 'guards of passwords', job: 'sign-in-guards', spends: 'sign-in' },
    fill: [
      `INSERT INTO sign_in_guards (email_key, failures, updated_at) SELECT n || '@example.qa', 1, ${OLD} ${SERIES}`,
    ],
  },
  {
    ...{ what: 'sessions, with a token', job: 'sessions', spends: 'sign-in' },
    fill: [
      `INSERT INTO sessions (id, account_id, surface, expires_at) SELECT ${id('session')}, ${ACCOUNT}, 'api', ${OLD} ${SERIES}`,
      `INSERT INTO refresh_tokens (id, session_id, token_hash, expires_at)
       SELECT ${id('token')}, ${id('session')}, ${hash('token')}, ${OLD} ${SERIES}`,
    ],
  },
  {
    ...{ what: 'tokens of sessions refreshed 64 times', job: 'sessions', spends: 'write' },
    fill: [
      `INSERT INTO sessions (id, account_id, surface, expires_at)
       VALUES (md5('refreshed' || :from::integer)::uuid, ${ACCOUNT}, 'api', ${OLD})`,
      `INSERT INTO refresh_tokens (id, session_id, token_hash, expires_at)
       SELECT ${id('used')}, md5('refreshed' || :from::integer)::uuid, ${hash('used')}, ${OLD} ${SERIES}`,
    ],
  },
  {
    ...{ what: 'codes by e-mail and SMS', job: 'one-time-codes', spends: 'registration' },
    fill: [
      `INSERT INTO one_time_codes (id, purpose, address_key, code_hash, expires_at)
       SELECT ${id('code')}, 'SIGN_IN', ${hash('address')}, ${hash('code')}, ${OLD} ${SERIES}`,
    ],
  },
  {
    ...{ what: 'guards of codes', job: 'code-guards', spends: 'registration' },
    fill: [`INSERT INTO code_guards (address_key, updated_at) SELECT ${hash('guard')}, ${OLD} ${SERIES}`],
  },
  {
    ...{ what: `files of sellers, with ${ROWS_OF_FILE} rows`, job: 'old-seller-imports', spends: 'write' },
    fill: [
      `INSERT INTO seller_imports (id, seller_id, account_id, kind, status, columns, ignored, rows, pending, applied,
                                   changed_at)
       SELECT ${id('file')}, ${SELLER}, ${ACCOUNT}, 'STOCK', 'DONE', '{sku,stock}', '{}', ${ROWS_OF_FILE}, 0,
              ${ROWS_OF_FILE}, ${OLD} ${SERIES}`,
      `INSERT INTO seller_import_rows (import_id, row, unit, cells, status)
       SELECT ${id('file')}, r + 1, r, '{S-1,10}', 'APPLIED' ${SERIES}, generate_series(1, ${ROWS_OF_FILE}) r`,
    ],
  },
  {
    ...{ what: 'webhook messages, with a delivery and an attempt', job: 'old-webhooks', spends: 'write' },
    fill: [
      `INSERT INTO webhook_messages (id, seller_id, kind, subject_id, subject_version, body, happened_at, created_at)
       SELECT ${id('message')}, ${SELLER}, 'order.placed', ${id('order')}, 1, '{}', ${OLD}, ${OLD} ${SERIES}`,
      `INSERT INTO webhook_deliveries (endpoint_id, message_id, kind, subject_id, subject_version, next_attempt_at)
       SELECT '${ONE.endpoint}', ${id('message')}, 'order.placed', ${id('order')}, 1, ${OLD} ${SERIES}`,
      `INSERT INTO webhook_attempts (id, endpoint_id, message_id, at, duration_ms)
       SELECT ${id('attempt')}, '${ONE.endpoint}', ${id('message')}, ${OLD}, 1 ${SERIES}`,
    ],
  },
  {
    ...{ what: 'invitations to work for a shop', job: 'old-invitations', spends: 'write' },
    fill: [
      `INSERT INTO staff_invitations (id, seller_id, email, email_key, permissions, status, token_hash, invited_by,
                                      expires_at, created_at, ended_at)
       SELECT ${id('invitation')}, ${SELLER}, n || '@example.qa', n || '@example.qa', '{ORDERS}', 'LAPSED',
              ${hash('invitation')}, ${ACCOUNT}, ${OLD}, ${OLD}, ${OLD} ${SERIES}`,
    ],
  },
  {
    ...{ what: 'pictures that nothing refers to', job: 'unused-files', spends: 'write', hasPicture: true },
    fill: [
      `INSERT INTO stored_files (name, unused_since)
       SELECT rpad(md5('picture' || n), 48, '0') || '.png', ${OLD} ${SERIES}`,
    ],
  },
];

export function pictureName(n: number): string {
  return `${createHash('md5').update(`picture${n}`).digest('hex').padEnd(48, '0')}.png`;
}
