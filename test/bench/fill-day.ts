import pg from 'pg';
import type { Database } from '../../db/database.ts';

export interface DayOfTasks {
  /** 'YYYY-MM-DD', in Qatar. */
  day: string;
  tasks: number;
}

const ZONES = 20;

/** Inserts drivers, zones and a seller, for days to be filled with. */
export async function fillCity(database: Database, drivers: number): Promise<void> {
  await database.raw(
    `INSERT INTO accounts (id, email, display_name, locale)
     SELECT gen_random_uuid(), 'bench-' || n || '@bench.wasl.example', 'Driver ' || n, 'en'
       FROM generate_series(0, ?) n`,
    [drivers],
  );
  await database.raw(
    `INSERT INTO drivers (id, account_id, full_name, phone, vehicle_type, status, actor_version)
     SELECT gen_random_uuid(), id, display_name, '+97455000000', 'VAN', 'APPROVED', 1
       FROM accounts WHERE email <> 'bench-0@bench.wasl.example'`,
  );
  await database.raw(
    `INSERT INTO sellers (id, legal_name, display_name_en, display_name_ar, status, owner_account_id, commission_plan_id)
     SELECT gen_random_uuid(), 'Bench W.L.L.', 'Bench', 'مقعد', 'ACTIVE', a.id, p.id
       FROM accounts a, commission_plans p WHERE a.email = 'bench-0@bench.wasl.example' AND p.is_default`,
  );
  await database.raw(
    `INSERT INTO warehouses (id, seller_id, name, phone, zone_number, street_number, building_number, latitude, longitude)
     SELECT gen_random_uuid(), id, 'Store', '+97444000000', 1, 1, 1, 25.2, 51.5 FROM sellers`,
  );
  await database.raw(
    `INSERT INTO delivery_zones (id, name_en, name_ar, active, geometry, area_m2, min_lng, min_lat, max_lng, max_lat)
     SELECT gen_random_uuid(), 'Zone ' || n, 'منطقة ' || n, false, '{}', 1, 0, 0, 0, 0 FROM generate_series(1, ?) n`,
    [ZONES],
  );
}

/**
 * Inserts a day of completed tasks with all their transitions and cash, a tenth of them declined once, and everyone's
 * shift.
 */
export async function fillDay(url: string, { day, tasks }: DayOfTasks): Promise<void> {
  // The service's own pool would time out on statements of this size.
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    await client.query('BEGIN');
    for (const statement of STATEMENTS) {
      await client.query(statement.replaceAll(':day', `'${day}'`).replaceAll(':tasks', String(tasks)));
    }
    await client.query('COMMIT');
  } finally {
    await client.end();
  }
}

const STATEMENTS: readonly string[] = [
  'DROP TABLE IF EXISTS made',
  `CREATE TEMP TABLE made AS
   SELECT gen_random_uuid() AS task_id, gen_random_uuid() AS group_id, gen_random_uuid() AS order_id,
          gen_random_uuid() AS checkout_id, n, d.id AS driver_id, z.id AS zone_id,
          CAST(:day AS date)::timestamp AT TIME ZONE 'Asia/Qatar' + random() * interval '12 hours' AS placed,
          random() * interval '1 hour' AS accept, random() * interval '1 hour' AS pack, random() * interval '5 minutes' AS ready,
          random() * interval '10 minutes' AS assign, random() * interval '80 seconds' AS take,
          random() * interval '40 minutes' AS pick, random() * interval '1 hour' AS deliver
     FROM generate_series(1, CAST(:tasks AS integer)) n
     JOIN (SELECT id, row_number() OVER () - 1 AS at, count(*) OVER () AS all FROM drivers) d ON d.at = n % d.all
     JOIN (SELECT id, row_number() OVER () - 1 AS at, count(*) OVER () AS all FROM delivery_zones) z ON z.at = n % z.all
    -- as they come over the day, so that the tables lie as they would
    ORDER BY placed`,
  `INSERT INTO checkouts (id, account_id, status, expires_at, order_id)
   SELECT checkout_id, s.owner_account_id, 'CONFIRMED', placed, order_id FROM made, sellers s`,
  `INSERT INTO orders (id, number, checkout_id, account_id, status, address, payment_method, goods_total, shipping_total,
                       total, placed_at, actor_version)
   SELECT order_id, 'B-' || order_id, checkout_id, s.owner_account_id, 'DELIVERED', '{}', 'COD', 100, 0, 100, placed, 12
     FROM made, sellers s`,
  `INSERT INTO order_groups (id, order_id, seller_id, warehouse_id, method_code, method_name_en, method_name_ar,
                             promised_from, promised_to, goods_total, shipping_total, cash_due, commission_rate,
                             commission, accept_by, status, payment_status, collected_amount, accepted_at, ready_at,
                             ended_at, actor_version)
   SELECT group_id, order_id, s.id, w.id, 'STANDARD', 'Standard', 'عادي', CAST(:day AS date), CAST(:day AS date), 100, 0, 100,
          10, 10, placed, 'DELIVERED', 'COLLECTED', 100, placed + accept, placed + accept + pack + ready,
          placed + accept + pack + ready + assign + take + pick + deliver, 12
     FROM made, sellers s JOIN warehouses w ON w.seller_id = s.id`,
  `INSERT INTO delivery_tasks (id, order_id, group_id, seller_id, status, round, driver_id, zone_id, due_by, cash_due,
                               cash_recorded, items, pickup_lat, pickup_lng, dropoff_lat, dropoff_lng, created_at,
                               completed_at, actor_version)
   SELECT task_id, order_id, group_id, s.id, 'COMPLETED', 1, driver_id, zone_id,
          placed + accept + pack + ready + interval '90 minutes', 100, 100, 1, 25.2, 51.4, 25.3, 51.5,
          placed + accept + pack + ready, placed + accept + pack + ready + assign + take + pick + deliver, 12
     FROM made, sellers s`,
  `INSERT INTO transitions (id, actor_kind, actor_key, actor_version, subject_type, subject_id, from_state, to_state,
                            command, role, at, data)
   SELECT gen_random_uuid(), 'order', order_id, v.version, v.subject,
          CASE v.subject WHEN 'TASK' THEN task_id ELSE group_id END, v.was, v.becomes, v.command, v.role,
          placed + accept * v.a + pack * v.b + ready * v.c + assign * v.d + take * v.e + pick * v.f + deliver * v.g,
          jsonb_build_object('driverId', driver_id)
     FROM made CROSS JOIN (VALUES
       (1, 'GROUP', NULL, 'PENDING_ACCEPTANCE', 'create', 'BUYER', 0, 0, 0, 0, 0, 0, 0.0),
       (2, 'GROUP', 'PENDING_ACCEPTANCE', 'ACCEPTED', 'accept', 'SELLER_OWNER', 1, 0, 0, 0, 0, 0, 0),
       (3, 'GROUP', 'ACCEPTED', 'PACKED', 'pack', 'SELLER_OWNER', 1, 1, 0, 0, 0, 0, 0),
       (4, 'GROUP', 'PACKED', 'READY_FOR_PICKUP', 'ready', 'SELLER_OWNER', 1, 1, 1, 0, 0, 0, 0),
       (4, 'TASK', NULL, 'UNASSIGNED', 'ready', 'SELLER_OWNER', 1, 1, 1, 0, 0, 0, 0),
       (5, 'TASK', 'UNASSIGNED', 'ASSIGNED', 'assign', 'SYSTEM', 1, 1, 1, 1, 0, 0, 0),
       (6, 'TASK', 'ASSIGNED', 'ACCEPTED', 'accept', 'DRIVER', 1, 1, 1, 1, 1, 0, 0),
       (7, 'TASK', 'ACCEPTED', 'PICKED_UP', 'pick-up', 'DRIVER', 1, 1, 1, 1, 1, 1, 0),
       (7, 'GROUP', 'READY_FOR_PICKUP', 'PICKED_UP', 'pick-up', 'DRIVER', 1, 1, 1, 1, 1, 1, 0),
       (8, 'TASK', 'PICKED_UP', 'IN_TRANSIT', 'in-transit', 'DRIVER', 1, 1, 1, 1, 1, 1, 0.1),
       (8, 'GROUP', 'PICKED_UP', 'IN_TRANSIT', 'in-transit', 'DRIVER', 1, 1, 1, 1, 1, 1, 0.1),
       (9, 'TASK', 'IN_TRANSIT', 'ARRIVED', 'arrive', 'DRIVER', 1, 1, 1, 1, 1, 1, 0.8),
       (10, 'TASK', 'ARRIVED', 'CODE_VERIFIED', 'verify-code', 'DRIVER', 1, 1, 1, 1, 1, 1, 0.9),
       (11, 'TASK', 'CODE_VERIFIED', 'CASH_RECORDED', 'record-cash', 'DRIVER', 1, 1, 1, 1, 1, 1, 0.95),
       (12, 'TASK', 'CASH_RECORDED', 'COMPLETED', 'complete', 'DRIVER', 1, 1, 1, 1, 1, 1, 1),
       (12, 'GROUP', 'IN_TRANSIT', 'DELIVERED', 'complete', 'DRIVER', 1, 1, 1, 1, 1, 1, 1)
     ) AS v (version, subject, was, becomes, command, role, a, b, c, d, e, f, g)
    ORDER BY placed, v.version`,
  `INSERT INTO transitions (id, actor_kind, actor_key, actor_version, subject_type, subject_id, from_state, to_state,
                            command, role, at)
   SELECT gen_random_uuid(), 'order', order_id, 4, 'TASK', task_id, v.was, v.becomes, v.command, 'DRIVER',
          placed + accept + pack + ready + assign * v.share
     FROM made CROSS JOIN (VALUES ('UNASSIGNED', 'ASSIGNED', 'assign', 0.2), ('ASSIGNED', 'UNASSIGNED', 'decline', 0.4))
       AS v (was, becomes, command, share)
    WHERE n % 10 = 0`,
  `INSERT INTO driver_collections (id, driver_id, task_id, order_id, group_id, amount, recorded_at, actor_version)
   SELECT gen_random_uuid(), driver_id, task_id, order_id, group_id, 100,
          placed + accept + pack + ready + assign + take + pick + deliver * 0.95, 1 FROM made`,
  `INSERT INTO shift_runs (id, driver_id, status, started_at, ended_at, breaks, actor_version)
   SELECT gen_random_uuid(), id, 'ENDED', f.at, f.at + interval '16 hours',
          jsonb_build_array(jsonb_build_object('from', f.at + interval '4 hours', 'to', f.at + interval '5 hours')), 1
     FROM drivers, (SELECT CAST(:day AS date)::timestamp AT TIME ZONE 'Asia/Qatar' + interval '1 hour' AS at) f`,
];
