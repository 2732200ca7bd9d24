import pg from 'pg';

const FILL = `
WITH plan AS (
  INSERT INTO commission_plans (id, name, percent) VALUES (gen_random_uuid(), 'Bench ' || $2::integer, 10) RETURNING id
), sellers_made AS (
  INSERT INTO sellers (id, legal_name, display_name_en, display_name_ar, status, commission_plan_id)
  SELECT gen_random_uuid(), 'Seller ' || n, 'Seller ' || n, 'بائع ' || n, 'ACTIVE', plan.id
    FROM plan, generate_series(1, 5) n WHERE $2::integer = 0 RETURNING id
), sellers_all AS (
  SELECT id, row_number() OVER (ORDER BY id) - 1 AS n FROM (SELECT id FROM sellers UNION SELECT id FROM sellers_made) s
), warehouses_made AS (
  INSERT INTO warehouses (id, seller_id, name, zone_number, street_number, building_number, latitude, longitude)
  SELECT gen_random_uuid(), id, 'Doha', 1, 1, 1, 25.2854, 51.531 FROM sellers_made RETURNING id, seller_id
), warehouses_all AS (
  SELECT id, seller_id FROM warehouses UNION SELECT id, seller_id FROM warehouses_made
), categories_made AS (
  INSERT INTO categories (id, slug, name_en, name_ar, position)
  SELECT gen_random_uuid(), 'bench-' || n, 'Category ' || n, 'قسم ' || n, n FROM generate_series(1, 10) n
   WHERE $2::integer = 0 RETURNING id
), categories_all AS (
  SELECT id, row_number() OVER (ORDER BY id) - 1 AS n
    FROM (SELECT id FROM categories WHERE slug LIKE 'bench-%' UNION SELECT id FROM categories_made) c
), numbers AS (
  SELECT n, (n / 4) AS product FROM generate_series($2::integer, $1::integer - 1) n
), products_made AS (
  INSERT INTO products (id, category_id, title_en, title_ar, description_en, description_ar)
  SELECT gen_random_uuid(), c.id,
         (ARRAY['Khalas dates','Sidr honey','Oud bakhoor','Brass dallah','Arabic coffee','Silk abaya','Saffron','Rose water'])[1 + p % 8]
           || ' ' || (ARRAY['royal','classic','gift box','family','travel','premium','daily'])[1 + p % 7] || ' ' || p,
         (ARRAY['تمر خلاص','عسل السدر','بخور العود','دلة نحاسية','قهوة عربية','عباية حرير','زعفران','ماء ورد'])[1 + p % 8] || ' ' || p,
         'Packed by hand in Doha, number ' || p || '. Keep in a cool and dry place.',
         'معبأ يدويا في الدوحة، رقم ' || p || '. يحفظ في مكان بارد وجاف.'
    FROM (SELECT DISTINCT product AS p FROM numbers) numbered
    JOIN categories_all c ON c.n = p % 10
  RETURNING id, title_en
), variants_made AS (
  INSERT INTO variants (id, product_id, sku, name_en, name_ar, options, position)
  SELECT gen_random_uuid(), p.id, 'BENCH-' || n, 'Size ' || n % 4, 'حجم ' || n % 4,
         jsonb_build_object('size', (ARRAY['S','M','L','XL'])[1 + n % 4]), n % 4
    FROM numbers JOIN products_made p ON substring(p.title_en FROM '\\d+$')::integer = numbers.product
  RETURNING id, sku
), offers_made AS (
  INSERT INTO offers (id, variant_id, seller_id, price)
  SELECT gen_random_uuid(), v.id, s.id, 10 + (abs(hashtext(v.sku)) % 50000) / 100.0
    FROM variants_made v JOIN sellers_all s ON s.n = abs(hashtext(v.sku)) % 5
  RETURNING id, seller_id
)
INSERT INTO stock_levels (offer_id, warehouse_id, on_hand)
SELECT o.id, w.id, 1000000 FROM offers_made o JOIN warehouses_all w ON w.seller_id = o.seller_id`;

const SEARCHABLE = `
SELECT refresh_product_search(ARRAY(
  SELECT id FROM products p WHERE NOT EXISTS (SELECT FROM product_search s WHERE s.product_id = p.id)))`;

const FILLED = [
  ...[
    'commission_plans',
    'sellers',
    'warehouses',
    'categories',
    'products',
    'variants',
    'offers',
    'stock_levels',
  ],
  ...['product_search', 'search_words'],
];

/** Fills the shop to this many variants, four per product, each offered by one of five sellers with plenty in stock. */
export async function fillShop(databaseUrl: string, from: number, variants: number): Promise<void> {
  const client = new pg.Client({ connectionString: databaseUrl });
  await client.connect();
  try {
    await client.query('BEGIN');
    // Triggers would make what is searched three times over: with the products, the variants and the offers.
    await client.query('SET LOCAL session_replication_role = replica');
    await client.query(FILL, [variants, from]);
    await client.query('COMMIT');
    await client.query('ANALYZE products, variants, offers, sellers');
    await client.query(SEARCHABLE);
    // Empty tables are left alone: PostgreSQL plans for an analysed empty table as if it stayed empty.
    await client.query(`VACUUM ANALYZE ${FILLED.join(', ')}`);
  } finally {
    await client.end();
  }
}
