import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from 'chai';
import type { Database } from '../../../db/database.ts';
import { projectRoot } from '../../../db/root.ts';
import { allPersonalData } from '../../../server/compose/personal-data.ts';
import { passAgain } from '../../../server/privacy/close-account.ts';
import type { ApiClient, Schema } from '../../support/api-client.ts';
import { PASSWORD } from '../../support/people.ts';
import { png } from '../../support/pictures.ts';
import { DeliveryWorld, type OnDuty, qar, STORE } from '../../worlds/delivery-world.ts';

const DOOR = { latitude: 25.32153, longitude: 51.52729 };
/** Another buyer's address, where the delivery must stay as it is. */
const OTHER_DOOR = { latitude: 25.36153, longitude: 51.52129 };

/** The buyer's personal data; each piece is stored somewhere at first, and must be stored nowhere in the end. */
const BUYER = {
  email: 'zubaida.planted@example.qa',
  displayName: 'Zubaida Plantedname',
  contactName: 'Noora Al-Kuwari',
  phone: '+97455123456',
  landmark: 'Behind Planted mosque',
  instructions: 'Ring at the Planted bell',
};
const BUYER_NEEDLES = [
  ...['zubaida', 'planted', 'Noora', 'Kuwari', '55123456', '5512 3456'],
  ...['25.32153', '51.52729', 'PlantedBrowser'],
];

/** The columns that go on naming the buyer, since the law requires invoices to be retained. */
const INVOICES = ['invoice_buyers.address', 'seller_invoices.buyer_name'];

interface Column {
  table: string;
  column: string;
}

/** Every column of every table whose text contains one of these. */
async function holding(database: Database, needles: readonly string[]): Promise<string[]> {
  const columns = await database.raw<{ rows: Column[] }>(
    `SELECT c.table_name AS "table", c.column_name AS "column"
       FROM information_schema.columns c JOIN information_schema.tables t USING (table_schema, table_name)
      WHERE c.table_schema = 'public' AND t.table_type = 'BASE TABLE'
        AND (c.data_type IN ('text', 'jsonb', 'json', 'bytea', 'double precision', 'real', 'ARRAY', 'tsvector', 'inet')
             OR c.data_type LIKE 'character%')
      ORDER BY 1, 2`,
  );
  const patterns = needles.map((needle) => `%${needle}%`);
  const found: string[] = [];
  for (const { table, column } of columns.rows) {
    const { rows } = await database.raw<{ rows: unknown[] }>(
      `SELECT 1 FROM ?? WHERE ??::text ILIKE ANY(?) OR encode(convert_to(??::text, 'UTF8'), 'escape') ILIKE ANY(?) LIMIT 1`,
      [table, column, patterns, column, patterns],
    );
    // A monthly partition counts as its table.
    if (rows.length > 0) found.push(`${table.replace(/_\d{4}_\d{2}(_\d{2})?$|_default$/, '')}.${column}`);
  }
  return [...new Set(found)].sort();
}

function inventoried(...fates: readonly string[]): string[] {
  const inventory = JSON.parse(readFileSync(join(projectRoot, 'server/personal-data.json'), 'utf8')) as {
    [table: string]: { [fate: string]: string[] };
  };
  return Object.entries(inventory).flatMap(([table, columns]) =>
    fates.flatMap((fate) => (columns[fate] ?? []).map((column) => `${table}.${column}`)),
  );
}

describe('closing an account', () => {
  let world: DeliveryWorld;
  let database: Database;
  let buyerId: string;

  before(async function () {
    this.timeout(60_000);
    world = await DeliveryWorld.open();
    database = world.database;
    const me = await world.buyer.get<Schema<'Account'>>('/me');
    buyerId = me.id;
    await database('accounts').where('id', buyerId).update({
      email: BUYER.email,
      display_name: BUYER.displayName,
      phone: BUYER.phone,
    });
  });

  after(() => world?.close());

  const close = (client: ApiClient, body: object = { currentPassword: PASSWORD }) =>
    client.call<Schema<'Problem'>>('POST', '/me/close', { body });
  const obstaclesTo = async (client: ApiClient) => {
    const problem = await client.refused(409, 'account.NOT_CLOSABLE', 'POST', '/me/close', {
      body: { currentPassword: PASSWORD },
    });
    return (problem as unknown as { obstacles: { code: string }[] }).obstacles.map(({ code }) => code);
  };

  let driver: OnDuty;
  let taskId: string;
  let orderId: string;
  let groupId: string;
  let neighbour: { taskId: string; orderId: string };
  let admin: ApiClient;

  /** A delivery at the buyer's door: a failed attempt, a call, a picture, another attempt, cash, an invoice. */
  async function deliverToDoor(): Promise<void> {
    driver = await world.onDuty({ at: STORE });
    const order = await world.order({ dropoff: DOOR });
    ({ orderId, groupId } = order);
    await database.raw(
      `UPDATE orders SET address = address || jsonb_build_object(
                          'landmark', ?::text, 'instructions', ?::text, 'unit', 'Planted flat', 'floor', 'Planted floor')
        WHERE id = ?`,
      [BUYER.landmark, BUYER.instructions, orderId],
    );
    for (const step of ['accept', 'pack', 'ready'])
      await world.seller.post(`/seller/order-groups/${groupId}/${step}`);
    await world.settle();
    taskId = (await database('delivery_tasks').where('group_id', groupId).first('id')).id;
    await world.carry(driver, taskId);
    await world.report(driver, DOOR);
    const image = new Blob([png(4, 4)], { type: 'image/png' });
    await driver.client.post(`/driver/tasks/${taskId}/photos`, image, { key: 'sown-photo' });
    const note = `${BUYER.contactName} (5512 3456) did not open`;
    await driver.client.post(`/driver/tasks/${taskId}/fail`, { reason: 'NOBODY_HOME', note });
    await world.settle();
    await world.dispatcher.post(`/dispatch/tasks/${taskId}/contacts`, {
      ...{ party: 'BUYER', channel: 'CALL', outcome: 'REACHED', note: `Noora says: ${BUYER.landmark}` },
    });
    await world.dispatcher.post(`/dispatch/tasks/${taskId}/retry`, {
      reason: `Noora of ${BUYER.landmark} is home now`,
    });
    await world.settle();
    const path = `/driver/tasks/${taskId}`;
    for (const step of ['in-transit', 'arrive']) await driver.client.call('POST', `${path}/${step}`);
    await driver.client.post(`${path}/delivery-code`);
    await driver.client.post(`${path}/verify-code`, { code: await world.code() });
    expect(await obstaclesTo(world.buyer)).to.deep.equal(['ORDERS_UNDER_WAY']);
    await driver.client.post(`${path}/record-cash`, { amount: qar(order.cashDue) });
    await driver.client.post(`${path}/complete`);
    await world.settle();
    expect(await obstaclesTo(world.buyer)).to.deep.equal(['CASH_NOT_SETTLED']);
    await world.buyer.get(`/orders/${orderId}/invoice`);
    await world.seller.get(`/seller/invoices?ids=${groupId}`);
  }

  /** Rows that no operation writes within a minute, or only by chance: inserted as their owner would write them. */
  async function plantTheRest(): Promise<void> {
    const says = JSON.stringify({
      note: `Noted for ${BUYER.contactName}, ${BUYER.landmark}`,
      at: DOOR,
      taskId,
    });
    await database('addresses').insert({
      ...{
        id: orderId,
        account_id: buyerId,
        label: 'Planted home',
        contact_name: BUYER.contactName,
        phone: BUYER.phone,
      },
      ...{ zone_number: 61, street_number: 836, building_number: 12, unit: 'Planted', floor: 'Planted' },
      ...{ landmark: BUYER.landmark, instructions: BUYER.instructions, ...DOOR },
    });
    await database.raw(
      `UPDATE checkouts SET address = (SELECT address FROM orders WHERE id = ?) WHERE account_id = ?`,
      [orderId, buyerId],
    );
    const { key: zoneId } = await database('actor_command')
      .where('kind', 'zone')
      .whereRaw('events::text LIKE ?', [`%${taskId}%`])
      .first('key');
    await database.raw(
      `INSERT INTO actor_snapshots (kind, key, version, at, schema, state, delta_rows)
       SELECT kind, key, version, now(), schema, state || CASE kind WHEN 'order' THEN jsonb_build_object('note', ?::text) ELSE '{}' END,
              jsonb_build_array(jsonb_build_object('task_id', ?::text, 'dropoff_lat', 25.32153, 'dropoff_lng', 51.52729))
         FROM actor WHERE key = ANY(?)`,
      [BUYER.contactName, taskId, [orderId, driver.driverId, zoneId]],
    );
    await database('actor_timer').insert({
      ...{
        kind: 'order',
        key: orderId,
        name: 'sown',
        due_at: new Date(Date.now() + 9e8),
        type: 'none',
        payload: says,
      },
      ...{ timer_id: orderId, correlation_id: 'c', last_error: `no ${BUYER.email}`, parked_at: new Date() },
    });
    await database('outbox').insert({
      ...{ id: orderId, kind: 'order', key: orderId, version: 1, correlation_id: 'c', parked_at: new Date() },
      ...{
        effects: JSON.stringify([{ id: 'e', effect: { taskId, dropoff: DOOR } }]),
        last_error: `no ${BUYER.email}`,
      },
    });
    await database('audit_log').insert({
      ...{
        id: orderId,
        account_id: buyerId,
        role: 'BUYER',
        action: 'sown',
        subject_type: 'ACCOUNT',
        subject_id: buyerId,
      },
      ...{ reason: `Asked by ${BUYER.displayName}`, ip: 'PlantedBrowser', data: says },
      ...{
        before: JSON.stringify({ email: BUYER.email }),
        after: JSON.stringify({ displayName: BUYER.displayName.toUpperCase() }),
      },
    });
    await database('idempotency_keys').insert({
      ...{
        principal: `account:${buyerId}`,
        key: 'sown',
        request_hash: Buffer.from('planted'),
        reference: says,
      },
    });
    await database('sessions')
      .where('account_id', buyerId)
      .update({ ip: 'PlantedBrowser', last_ip: 'PlantedBrowser', user_agent: 'PlantedBrowser 1.0' });
    const { id: sessionId } = await database('sessions').where('account_id', buyerId).first('id');
    await database('push_subscriptions').insert({
      ...{
        id: orderId,
        account_id: buyerId,
        session_id: sessionId,
        endpoint: 'https://push.example/PlantedBrowser',
      },
      ...{ p256dh: Buffer.alloc(65), auth: Buffer.alloc(16) },
    });
    await database('device_tokens').insert({
      ...{ id: orderId, session_id: sessionId, purpose: 'NOTIFICATIONS', token_hash: Buffer.from('hash') },
      name: `The phone of ${BUYER.contactName}`,
    });
    await database('notification_preferences').insert({ account_id: buyerId, switched_off: ['Planted'] });
    await database('one_time_codes').insert({
      ...{ id: orderId, purpose: 'SIGN_IN', address_key: Buffer.from('key'), account_id: buyerId },
      ...{ code_hash: Buffer.from('hash'), expires_at: new Date() },
    });
    // Not for code_guards: the wrong passwords above have left a row there already.
    const drove = {
      driver_id: driver.driverId,
      arrived_at: new Date(),
      started_at: new Date(Date.now() - 60_000),
    };
    const measured = { arrival_seen: true, straight_m: 900, travel_s: 60, planned_s: 70, actor_version: 1 };
    await database('route_legs').insert({
      ...{ id: orderId, task_id: taskId, kind: 'DROPOFF', ...drove, ...measured },
      ...{
        from_lat: STORE.latitude,
        from_lng: STORE.longitude,
        to_lat: DOOR.latitude,
        to_lng: DOOR.longitude,
      },
    });
    await database('route_legs').insert({
      ...{ id: groupId, task_id: neighbour.taskId, kind: 'DROPOFF', ...drove, ...measured },
      ...{
        from_lat: DOOR.latitude,
        from_lng: DOOR.longitude,
        to_lat: OTHER_DOOR.latitude,
        to_lng: OTHER_DOOR.longitude,
      },
    });
    const point = { driver_id: driver.driverId, accuracy: 5, late: false };
    await database('breadcrumbs').insert([
      { ...point, at: new Date(Date.now() - 5_000), sequence: 1, ...DOOR },
      { ...point, at: new Date(Date.now() - 4_000), sequence: 2, ...OTHER_DOOR },
    ]);
    await world.seller.post('/seller/staff-invitations', { email: BUYER.email, permissions: ['STOCK'] });
    await database.raw(
      `UPDATE notifications SET title_en = 'Planted', title_ar = 'Planted', body_en = 'Planted', body_ar = 'Planted',
              data = data || '{"place":"Planted"}' WHERE account_id = ?`,
      [buyerId],
    );
    await database('alerts').insert({
      ...{
        id: orderId,
        kind: 'TASK_FAILED',
        severity: 'INFO',
        dedupe_key: 'sown',
        subject_type: 'TASK',
        subject_id: taskId,
      },
      ...{
        message_en: `${BUYER.contactName} waits`,
        message_ar: `${BUYER.contactName} waits`,
        data: says,
        status: 'OPEN',
      },
      ...{
        raised_at: new Date(),
        last_seen_at: new Date(),
        note: BUYER.phone,
        acknowledge_note: BUYER.email,
      },
    });
    await database('alert_changes').insert({
      ...{
        alert_id: orderId,
        version: 1,
        change: 'RAISED',
        status: 'OPEN',
        severity: 'INFO',
        at: new Date(),
      },
      ...{ message_en: BUYER.contactName, message_ar: BUYER.contactName, note: `for ${BUYER.contactName}` },
    });
    await database('alert_subjects').insert({
      ...{ alert_id: orderId, key: 'sown', subject_type: 'TASK', subject_id: taskId },
      ...{ data: says, since: new Date() },
    });
    await database('route_plans').insert({
      ...{ id: orderId, kind: 'ROUTE', subject_id: driver.driverId, created_at: new Date() },
      ...{ steps: says, preview: says, applied: says },
    });
    await database('assignment_choices')
      .where('task_id', taskId)
      .update({ candidates: `[${says}]`, why: says });
    await database('delivery_tasks')
      .where('id', taskId)
      .update({ manual_refusal: JSON.stringify({ code: 'X', detail: `Not for ${BUYER.contactName}` }) });
    await database('task_exceptions').insert({
      ...{
        id: orderId,
        task_id: taskId,
        kind: 'FAILED',
        attempt: 1,
        driver_id: driver.driverId,
        role: 'DRIVER',
      },
      ...{ note: BUYER.landmark, data: says, at: new Date(), actor_version: 1 },
    });
    await database('transitions').insert({
      ...{
        id: orderId,
        actor_kind: 'order',
        actor_key: orderId,
        actor_version: 1,
        subject_type: 'GROUP',
        subject_id: groupId,
      },
      ...{ to_state: 'DELIVERED', command: 'sown', account_id: buyerId, role: 'BUYER', at: new Date() },
      ...{ reason: `I am ${BUYER.landmark}`, data: says },
    });
    await database('actor_command')
      .where({ kind: 'order', key: orderId })
      .update({
        reason: `${BUYER.displayName} asked`,
        outcome: JSON.stringify({ ok: true, reply: { note: BUYER.contactName } }),
      });
  }

  it('is refused until orders are finished and their cash is handed in, and requires the password', async function () {
    this.timeout(120_000);
    await deliverToDoor();
    // Another buyer's order, still with the same driver.
    neighbour = await world.ready({ dropoff: OTHER_DOOR });
    const { accountId } = await world.somebody();
    await database('orders')
      .where('id', neighbour.orderId)
      .update({
        account_id: accountId,
        address: database.raw(`address || '{"contactName":"Salem Neighbour","phone":"+97433221100"}'`),
      });
    await database('checkouts').where('order_id', neighbour.orderId).update({ account_id: accountId });
    await world.dispatcher.post('/dispatch/cash/settlements', {
      driverId: driver.driverId,
      counted: qar('115.00'),
    });
    await world.settle();
    expect(await obstaclesTo(world.seller)).to.deep.equal(['SHOP_OWNED']);
    expect(await obstaclesTo(driver.client)).to.include('DRIVER_ON_SHIFT');
    admin = await world.admin();
    expect((await close(world.buyer, {})).body.code).to.equal('common.VALIDATION_FAILED');
    expect((await close(world.buyer, { currentPassword: 'not the password' })).status).to.equal(401);
  });

  it('first gives its owner all stored data', async () => {
    await plantTheRest();
    const { lists } = await world.buyer.get<Schema<'AccountExport'>>('/me/export');
    expect(lists.account?.[0]).to.include({
      email: BUYER.email,
      displayName: BUYER.displayName,
      phone: BUYER.phone,
    });
    expect(lists.addresses).to.have.length(1);
    expect(JSON.stringify(lists.orders)).to.include(BUYER.landmark).and.include('Khalas dates');
    expect(lists.notifications?.length).to.be.greaterThan(3);
    expect(lists.sessions).to.not.equal(undefined);
    expect(JSON.stringify(lists)).to.not.match(/password|argon2|token/i);
    const drove = await driver.client.get<Schema<'AccountExport'>>('/me/export');
    expect(drove.lists.driver?.[0]).to.include({ fullName: 'Yousef Rahman' });
    expect(drove.lists.deliveries?.length).to.be.greaterThan(0);
    expect(JSON.stringify(drove)).to.not.include(BUYER.contactName);
  });

  it('leaves no trace of a buyer in any column of the database, invoices excepted', async function () {
    this.timeout(120_000);
    const before = await holding(database, BUYER_NEEDLES);
    const never = [
      // Hashes and encrypted values, and what the other tests below cover.
      ...[
        'accounts.password_hash',
        'account_roles.role',
        'mfa_factors.secret',
        'mfa_factors.next_secret',
        'recovery_codes.code_hash',
      ],
      ...[
        'refresh_tokens.token_hash',
        'device_tokens.token_hash',
        'one_time_codes.address_key',
        'one_time_codes.code_hash',
        'push_subscriptions.p256dh',
        'push_subscriptions.auth',
        'notification_preferences.quiet_zone',
        'carts.token_hash',
        'task_photos.file',
        'notifications.sealed',
      ],
      ...[
        'idempotency_keys.principal',
        'idempotency_keys.key',
        'idempotency_keys.request_hash',
        'notifications.recipient_phone',
      ],
      ...['notification_deliveries.provider_ref', 'notification_deliveries.last_error'],
      ...['breadcrumbs.accuracy', 'breadcrumbs.speed', 'breadcrumbs.heading', 'settlements.note'],
    ];
    const others =
      /^(sellers|seller_staff|seller_bank_accounts|warehouses|drivers|driver_versions|shift_plans|shift_plan_versions|stock_movements)\./;
    const expected = inventoried('deleted', 'emptied', 'cleaned', 'coarse').filter(
      (column) => !others.test(column) && !never.includes(column),
    );
    expect(
      expected.filter((column) => !before.includes(column)),
      'not inserted by this test',
    ).to.deep.equal([]);

    expect((await close(world.buyer)).status).to.equal(204);

    expect(await holding(database, BUYER_NEEDLES)).to.have.members(INVOICES);
    for (const gone of [
      'push_subscriptions',
      'notification_preferences',
      'one_time_codes',
      'carts',
      'mfa_factors',
    ])
      expect(await database(gone).where('account_id', buyerId), gone).to.deep.equal([]);
    expect(await database('task_photos').where('task_id', taskId)).to.deep.equal([]);
    const { unused_since } = await database('stored_files')
      .whereNotNull('unused_since')
      .first('unused_since');
    expect(unused_since).to.not.equal(null);
  });

  it('ends every session and frees the e-mail address', async () => {
    await world.buyer.refused(401, 'auth.UNAUTHENTICATED', 'GET', '/me');
    const guest = world.service.client();
    const body = { email: BUYER.email, password: PASSWORD };
    await guest.refused(401, 'auth.INVALID_CREDENTIALS', 'POST', '/auth/login', { body });
    const registration = {
      ...body,
      password: 'corniche-falcon-lamp-9',
      displayName: 'Somebody else',
      locale: 'en',
    };
    const fresh = await guest.post<{ account: Schema<'Account'> }>('/auth/register', registration);
    expect(fresh.account.id).to.not.equal(buyerId);
    await database('sessions').where('account_id', fresh.account.id).update({ revoked_at: new Date() });
  });

  it('leaves orders, money, deliveries and history readable, without the person', async () => {
    const group = await world.seller.get<object>(`/seller/order-groups/${groupId}`);
    expect(JSON.stringify(group)).to.not.match(/Noora|Zubaida|5512/);
    const task = await world.task(taskId);
    expect(task.status).to.equal('COMPLETED');
    expect(JSON.stringify(task)).to.not.match(/Noora|Zubaida|5512|25\.32153/);
    const check = await admin.get<{ balanced?: boolean }>('/admin/ledger/check');
    expect(JSON.stringify(check)).to.not.include('false');
    const invoice = await admin.get<Schema<'Invoice'>>(`/orders/${orderId}/invoice`);
    expect(invoice.address).to.include({ contactName: BUYER.contactName, phone: BUYER.phone });
    const past = new Date(world.service.clock.now().getTime()).toISOString();
    const board = await world.dispatcher.call('GET', `/dispatch/history?at=${encodeURIComponent(past)}`);
    expect(board.status, JSON.stringify(board.body)).to.equal(200);
  });

  it("does not affect other deliveries: the driver goes on to another door, and the actor's state in memory is fenced off", async () => {
    const row = await database('delivery_tasks')
      .where('id', neighbour.taskId)
      .first('dropoff_lat', 'dropoff_lng');
    expect(row).to.deep.equal({ dropoff_lat: OTHER_DOOR.latitude, dropoff_lng: OTHER_DOOR.longitude });
    const { state } = await database('actor').where({ kind: 'driver', key: driver.driverId }).first('state');
    expect(JSON.stringify(state)).to.include(String(OTHER_DOOR.latitude)).and.not.include('25.32153');
    await driver.client.post(`/driver/tasks/${neighbour.taskId}/accept`);
    await driver.client.post(`/driver/tasks/${neighbour.taskId}/pick-up`);
    await world.settle();
    expect(await holding(database, ['25.32153', '51.52729'])).to.deep.equal(['invoice_buyers.address']);
  });

  it('erases what was still being written when the account closed, in a later pass', async () => {
    await database('addresses').insert({
      ...{ id: groupId, account_id: buyerId, contact_name: BUYER.contactName, phone: BUYER.phone, ...DOOR },
      ...{ zone_number: 61, street_number: 836, building_number: 12 },
    });
    const { deps } = world.service.inside;
    expect(await passAgain(deps, allPersonalData(deps), 10)).to.equal(0);
    await database('account_closures')
      .where('account_id', buyerId)
      .update({ next_pass_at: new Date(Date.now() - 1_000) });
    expect(await passAgain(deps, allPersonalData(deps), 10)).to.equal(1);
    expect(await holding(database, ['Noora'])).to.have.members(INVOICES);
    expect(await database('account_closures').where('account_id', buyerId).first('passes')).to.deep.equal({
      passes: 2,
    });
  });

  it('refuses changes of append-only rows outside of a closure, and any other change of them during one', async () => {
    const change = (sql: string) =>
      database.raw(sql).then(
        () => 'changed',
        (error: Error) => /append-only/.exec(error.message)?.[0] ?? error.message,
      );
    expect(await change(`UPDATE transitions SET reason = 'Other'`)).to.equal('append-only');
    expect(await change(`DELETE FROM task_contacts`)).to.equal('append-only');
    const erasing = `SELECT set_config('wasl.erasing', 'on', true)`;
    expect(await change(`${erasing}; UPDATE transitions SET command = 'other'`)).to.equal('append-only');
    expect(await change(`${erasing}; DELETE FROM transitions`)).to.equal('append-only');
    expect(await change(`${erasing}; UPDATE audit_log SET action = 'other'`)).to.equal('append-only');
  });

  it("closes a driver's account once all goods and cash are handed back, and suspends the driver", async function () {
    this.timeout(120_000);
    const leaver = await world.approved();
    await world.dispatcher.post('/dispatch/shifts', {
      driverId: leaver.driverId,
      plannedStart: new Date(world.service.clock.now().getTime() + 86_400_000).toISOString(),
      plannedEnd: new Date(world.service.clock.now().getTime() + 86_400_000 + 4 * 3_600_000).toISOString(),
    });
    // The other driver of this test has the same name, and this search is only for the leaver's.
    await database('drivers')
      .where('id', leaver.driverId)
      .update({ full_name: 'Bashir Leaverson', phone: '+97433445566', vehicle_plate: '998877' });
    await database.raw(
      `UPDATE actor_command SET events = replace(events::text, 'Yousef Rahman', 'Bashir Leaverson')::jsonb WHERE key = ?`,
      [leaver.driverId],
    );
    await database.raw(
      `DELETE FROM driver_versions WHERE driver_id = ? AND full_name <> 'Bashir Leaverson'`,
      [leaver.driverId],
    );
    await world.report(leaver, STORE);
    await leaver.client.post('/driver/shift/start');
    expect(await obstaclesTo(leaver.client)).to.deep.equal(['DRIVER_ON_SHIFT']);
    await leaver.client.post('/driver/shift/end');
    await world.settle();
    expect((await close(leaver.client)).status).to.equal(204);
    await database('outbox').update({ next_attempt_at: new Date(Date.now() - 1_000) });
    await world.service.inside.relay.sweep(100);
    await world.settle();
    expect(await holding(database, ['Bashir', 'Leaverson', '33445566', '998877'])).to.deep.equal([]);
    expect(await database('drivers').where('id', leaver.driverId).first('status')).to.deep.equal({
      status: 'SUSPENDED',
    });
    expect(await database('shift_plans').where('driver_id', leaver.driverId).pluck('status')).to.deep.equal([
      'CANCELLED',
    ]);
    expect(await database('account_roles').where('account_id', leaver.accountId)).to.deep.equal([]);
  });

  it('happens once when requested several times at the same moment, and never for the super-administrator', async () => {
    const { client, accountId } = await world.somebody();
    const answers = await Promise.all([close(client), close(client), close(client)]);
    expect(answers.map(({ status }) => status).filter((status) => status === 204)).to.have.length(1);
    expect(
      answers.map(({ status }) => status).filter((status) => status !== 204 && status !== 401),
    ).to.deep.equal([]);
    expect(await database('account_closures').where('account_id', accountId)).to.have.length(1);
    expect(await obstaclesTo(admin)).to.deep.equal(['SUPER_ADMINISTRATOR']);
  });
});
