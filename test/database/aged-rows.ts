import { randomBytes, randomUUID } from 'node:crypto';
import type { Database } from '../../db/database.ts';

/** How many rows of each table. */
export type RowCounts = { readonly [table: string]: number };

/** Rows that a scheduled job deletes once they are old enough. */
export interface AgedRows {
  /** In server/retention.json; the tables named have the same period. */
  job: string;
  /** How close to the end of the period a row may be: its job looks at whole days, or at moments. */
  margin: '1 minute' | '1 day';
  /** Writes rows as if they had become this old at that moment. */
  write(at: Date): Promise<void>;
  /** Rows that `write` adds. */
  written: RowCounts;
  /** Those of them that go when they are older than the period; the others replace them. */
  gone: RowCounts;
}

interface Ground {
  database: Database;
  accountId: string;
  sellerId: string;
  level: { offer_id: string; warehouse_id: string };
  variantId: string;
}

/** An account, and a shop of the catalogue, for rows that refer to some. */
export async function openGround(database: Database): Promise<Ground> {
  const accountId = randomUUID();
  const email = `${accountId}@test.wasl.example`;
  await database('accounts').insert({ id: accountId, email, display_name: 'Noora', locale: 'en' });
  const level = await database('stock_levels').first('offer_id', 'warehouse_id');
  const offer = await database('offers').where('id', level.offer_id).first('variant_id', 'seller_id');
  return { database, accountId, sellerId: offer.seller_id, level, variantId: offer.variant_id };
}

const ALL = (written: RowCounts) => ({ written, gone: written });

/** Versions: the newest of the old ones still says what held at the beginning of the period. */
function versions(
  job: string,
  table: string,
  insert: (at: Date, version: number, key: string) => Promise<unknown>,
): AgedRows {
  return {
    ...{ job, margin: '1 minute', written: { [table]: 2 }, gone: { [table]: 1 } },
    write: async (at) => {
      const key = randomUUID();
      await insert(at, 1, key);
      await insert(new Date(at.getTime() + 20_000), 2, key);
    },
  };
}

/** Of every table with a period that a job enforces. */
export function agedRows(ground: Ground): AgedRows[] {
  return [
    ...rowsOfAccounts(ground),
    ...rowsOfTheShop(ground),
    ...rowsOfTheService(ground),
    ...rowsOfDispatch(ground),
  ];
}

function rowsOfAccounts({ database, accountId, sellerId }: Ground): AgedRows[] {
  const session = async (at: Date) => {
    const id = randomUUID();
    const times = { created_at: at, last_seen_at: at, expires_at: at, ends_at: at };
    await database('sessions').insert({ id, account_id: accountId, surface: 'api', ...times });
    return id;
  };
  return [
    {
      ...{ job: 'sessions', margin: '1 minute' },
      ...ALL({ sessions: 1, refresh_tokens: 1, device_tokens: 1 }),
      write: async (at) => {
        const session_id = await session(at);
        const token = () => ({ id: randomUUID(), session_id, token_hash: randomBytes(32) });
        await database('refresh_tokens').insert({ ...token(), issued_at: at, expires_at: at });
        await database('device_tokens').insert({ ...token(), purpose: 'POSITIONS', created_at: at });
      },
    },
    {
      ...{ job: 'sign-in-guards', margin: '1 minute' },
      ...ALL({ sign_in_guards: 1 }),
      write: async (at) => {
        await database('sign_in_guards').insert({ email_key: randomUUID(), failures: 1, updated_at: at });
      },
    },
    {
      ...{ job: 'one-time-codes', margin: '1 minute' },
      ...ALL({ one_time_codes: 1 }),
      write: async (at) => {
        const hashes = { address_key: randomBytes(32), code_hash: randomBytes(32) };
        await database('one_time_codes').insert({
          id: randomUUID(),
          purpose: 'SIGN_IN',
          ...hashes,
          expires_at: at,
        });
      },
    },
    {
      ...{ job: 'code-guards', margin: '1 minute' },
      ...ALL({ code_guards: 1 }),
      write: async (at) => {
        await database('code_guards').insert({ address_key: randomBytes(32), updated_at: at });
      },
    },
    {
      ...{ job: 'old-api-keys', margin: '1 minute' },
      ...ALL({ api_keys: 1 }),
      write: async (at) => {
        const key = {
          id: randomUUID(),
          seller_id: sellerId,
          name: 'Till',
          hint: 'wasl_sk_ab',
          key_hash: randomBytes(32),
        };
        const created_at = new Date(at.getTime() - 1_000);
        const ended = { revoked_at: at, revoked_by: accountId };
        await database('api_keys').insert({
          ...key,
          scopes: ['orders:read'],
          created_by: accountId,
          created_at,
          ...ended,
        });
      },
    },
    {
      ...{ job: 'old-invitations', margin: '1 minute' },
      ...ALL({ staff_invitations: 1 }),
      write: async (at) => {
        const id = randomUUID();
        const email = `${id}@test.wasl.example`;
        await database('staff_invitations').insert({
          ...{ id, seller_id: sellerId, email, email_key: email, permissions: ['ORDERS'], status: 'LAPSED' },
          ...{
            token_hash: Buffer.from(id),
            invited_by: accountId,
            expires_at: at,
            created_at: at,
            ended_at: at,
          },
        });
      },
    },
    {
      ...{ job: 'old-notifications', margin: '1 minute' },
      ...ALL({ notifications: 1, notification_deliveries: 1 }),
      write: async (at) => {
        const id = randomUUID();
        const words = { title_en: 'T', title_ar: 'ع', body_en: 'B', body_ar: 'ن' };
        await database('notifications').insert({
          ...{ id, event_key: id, account_id: accountId, kind: 'ORDER_PLACED', ...words },
          ...{ source_version: 1, created_at: at },
        });
        const sent = { channel: 'EMAIL', status: 'SENT', provider_ref: id, created_at: at, updated_at: at };
        await database('notification_deliveries').insert({ notification_id: id, ...sent });
      },
    },
    {
      ...{ job: 'audit-log', margin: '1 minute' },
      ...ALL({ audit_log: 1 }),
      write: async (at) => {
        const subject = { subject_type: 'ACCOUNT', subject_id: accountId };
        await database('audit_log').insert({ id: randomUUID(), at, action: 'signIn', ...subject });
      },
    },
  ];
}

function rowsOfTheShop({ database, accountId, sellerId, level, variantId }: Ground): AgedRows[] {
  return [
    {
      ...{ job: 'guest-carts', margin: '1 minute' },
      ...ALL({ carts: 1, cart_items: 1 }),
      write: async (at) => {
        const [id, offer_id] = [randomUUID(), randomUUID()];
        await database('carts').insert({ id, token_hash: randomBytes(32), updated_at: at });
        await database('cart_items').insert({ id, cart_id: id, offer_id, quantity: 1, seen_price: '1.00' });
      },
    },
    {
      ...{ job: 'old-addresses', margin: '1 minute' },
      ...ALL({ addresses: 1 }),
      write: async (at) => {
        const place = {
          zone_number: 1,
          street_number: 1,
          building_number: 1,
          latitude: 25.3,
          longitude: 51.5,
        };
        const person = { account_id: accountId, contact_name: 'Noora', phone: '+97455000000' };
        await database('addresses').insert({ id: randomUUID(), ...person, ...place, deleted_at: at });
      },
    },
    {
      ...{ job: 'old-checkouts', margin: '1 minute' },
      ...ALL({ checkouts: 1, checkout_lines: 1, checkout_shipping: 1, reservations: 1 }),
      write: async (at) => {
        const [id, lineId] = [randomUUID(), randomUUID()];
        const address = JSON.stringify({ phone: '+97455000000' });
        const times = { created_at: at, updated_at: at, expires_at: at };
        await database('checkouts').insert({
          id,
          account_id: accountId,
          status: 'EXPIRED',
          address,
          ...times,
        });
        const names = { name_en: 'E', name_ar: 'ع' };
        await database('checkout_lines').insert({
          ...{
            id: lineId,
            checkout_id: id,
            offer_id: level.offer_id,
            variant_id: variantId,
            seller_id: sellerId,
          },
          ...{ sku: 'S', ...names, quantity: 1, unit_price: '1.00' },
        });
        const promised = { promised_from: '2026-01-01', promised_to: '2026-01-02' };
        const method = { method_id: randomUUID(), code: 'STANDARD', ...names, price: '1.00', ...promised };
        await database('checkout_shipping').insert({ checkout_id: id, seller_id: sellerId, ...method });
        const held = { checkout_id: id, line_id: lineId, ...level, quantity: 1 };
        await database('reservations').insert({
          id: randomUUID(),
          ...held,
          status: 'RELEASED',
          ended_at: at,
        });
      },
    },
    {
      ...{ job: 'old-webhooks', margin: '1 minute' },
      ...ALL({ webhook_messages: 1, webhook_deliveries: 1, webhook_attempts: 1 }),
      write: async (at) => {
        const [endpoint_id, id, subject_id] = [randomUUID(), randomUUID(), randomUUID()];
        const kinds = ['order.placed'];
        const about = { kind: 'order.placed', subject_id, subject_version: 1 };
        await database('webhook_endpoints').insert({
          ...{
            id: endpoint_id,
            seller_id: sellerId,
            url: 'https://erp.souq.qa/',
            kinds,
            created_by: accountId,
          },
        });
        const times = { happened_at: at, created_at: at };
        await database('webhook_messages').insert({
          id,
          seller_id: sellerId,
          body: '{}',
          ...about,
          ...times,
        });
        const delivery = { endpoint_id, message_id: id };
        await database('webhook_deliveries').insert({ ...delivery, ...about, next_attempt_at: at });
        await database('webhook_attempts').insert({ id: randomUUID(), ...delivery, at, duration_ms: 1 });
      },
    },
    {
      ...{ job: 'old-seller-imports', margin: '1 minute' },
      ...ALL({ seller_imports: 1, seller_import_rows: 1 }),
      write: async (at) => {
        const id = randomUUID();
        await database('seller_imports').insert({
          ...{ id, seller_id: sellerId, account_id: accountId, kind: 'STOCK', status: 'DONE' },
          ...{ columns: [], ignored: [], rows: 1, pending: 0, applied: 1, created_at: at, changed_at: at },
        });
        await database('seller_import_rows').insert({
          import_id: id,
          row: 2,
          unit: 0,
          cells: [],
          status: 'APPLIED',
        });
      },
    },
    {
      ...{ job: 'catalogue-changes', margin: '1 minute' },
      ...ALL({ catalogue_changes: 1 }),
      write: async (at) => {
        await database('catalogue_changes').insert({ shelf: true, at });
      },
    },
  ];
}

function rowsOfTheService({ database }: Ground): AgedRows[] {
  return [
    {
      ...{ job: 'idempotency-keys', margin: '1 minute' },
      ...ALL({ idempotency_keys: 1 }),
      write: async (at) => {
        const request = { principal: 'account:one', key: randomUUID(), request_hash: randomBytes(32) };
        await database('idempotency_keys').insert({ ...request, created_at: at });
      },
    },
    {
      ...{ job: 'unused-files', margin: '1 minute' },
      ...ALL({ stored_files: 1 }),
      write: async (at) => {
        const name = `${randomBytes(24).toString('hex')}.png`;
        await database('stored_files').insert({ name, unused_since: at });
      },
    },
    versions('snapshots', 'actor_snapshots', (at, version, key) =>
      database('actor_snapshots').insert({ kind: 'order', key, version, at, schema: 1, state: '{}' }),
    ),
  ];
}

function rowsOfDispatch({ database, accountId }: Ground): AgedRows[] {
  const crumb = (at: Date) => ({
    ...{
      driver_id: randomUUID(),
      at,
      sequence: 1,
      latitude: 25.3,
      longitude: 51.5,
      accuracy: 5,
      late: false,
    },
  });
  return [
    {
      ...{ job: 'old-alerts', margin: '1 minute' },
      ...ALL({ alerts: 1, alert_changes: 1, alert_subjects: 1 }),
      write: async (at) => {
        const id = randomUUID();
        const words = { message_en: 'M', message_ar: 'م', severity: 'INFO' };
        const subject = { subject_type: 'TASK', subject_id: id };
        await database('alerts').insert({
          ...{ id, kind: 'TICK_MISSED', dedupe_key: id, status: 'RESOLVED', ...words, ...subject },
          ...{ raised_at: at, last_seen_at: at, resolved_at: at },
        });
        const change = { version: 1, change: 'RAISED', status: 'OPEN', ...words, at };
        await database('alert_changes').insert({ alert_id: id, ...change });
        await database('alert_subjects').insert({ alert_id: id, key: id, ...subject, since: at });
      },
    },
    {
      ...{ job: 'breadcrumbs', margin: '1 day' },
      ...ALL({ breadcrumbs: 2, breadcrumbs_default: 1 }),
      write: async (at) => {
        // One before the day has a partition of its own, one after.
        await database('breadcrumbs').insert(crumb(new Date(at.getTime() - 86_400_000)));
        await database.raw('SELECT ensure_breadcrumb_partition(?::date)', [at.toISOString().slice(0, 10)]);
        await database('breadcrumbs').insert(crumb(at));
      },
    },
    versions('presence-record', 'presence_changes', (since, _version, driver_id) =>
      database('presence_changes').insert({ driver_id, since, presence: 'ONLINE' }),
    ),
    versions('snapshots', 'driver_versions', (valid_from, _version, driver_id) =>
      database('driver_versions').insert({
        ...{ driver_id, valid_from, full_name: 'Omar', phone: '+97455000001', vehicle_type: 'CAR' },
      }),
    ),
    versions('snapshots', 'delivery_zone_versions', (valid_from, version, id) =>
      database('delivery_zone_versions').insert({
        ...{ id, version, valid_from, name_en: 'Z', name_ar: 'م', priority: 0, active: true, geometry: '{}' },
        ...{ area_m2: 1, min_lng: 51, min_lat: 25, max_lng: 52, max_lat: 26 },
        ...{ created_at: valid_from, updated_at: valid_from },
      }),
    ),
    versions('snapshots', 'shift_plan_versions', (valid_from, version, id) =>
      database('shift_plan_versions').insert({
        ...{ id, valid_from, version, driver_id: randomUUID(), breaks: '[]', status: 'PLANNED' },
        ...{
          planned_start: valid_from,
          planned_end: valid_from,
          created_by: accountId,
          created_at: valid_from,
        },
      }),
    ),
  ];
}
