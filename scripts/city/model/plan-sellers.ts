import { namedChance } from '../../shared/chance.ts';
import type { PlannedProduct, PlannedSeller, Words } from './day-plan.ts';
import { districtOf } from './districts.ts';
import { mobile } from './names.ts';
import { addressIn } from './places.ts';
import { SHELF, type ShelfItem } from './shelf.ts';

/** Districts with stores; the first ones have most of them. */
const SHOP_DISTRICTS = [
  'souq-waqif',
  'industrial-area',
  'al-sadd',
  'old-airport',
  'al-gharrafa',
  'al-wakra',
  'umm-salal-mohammed',
  'lusail',
  'abu-hamour',
  'al-aziziya',
  'najma',
  'al-khor',
];

const NAMES: readonly Words[] = [
  { en: 'Dar Al Tamr', ar: 'دار التمر' },
  { en: 'Bayt Al Gahwa', ar: 'بيت القهوة' },
  { en: 'Bukhoor Lane', ar: 'درب البخور' },
  { en: 'Corniche Pantry', ar: 'مؤونة الكورنيش' },
  { en: 'Majlis & More', ar: 'مجلس وأكثر' },
  { en: 'Al Reem Sweets', ar: 'حلويات الريم' },
  { en: 'Sanbuk Traders', ar: 'تجار السنبوك' },
  { en: 'Ghaf Tree', ar: 'شجرة الغاف' },
  { en: 'Lulwa Gifts', ar: 'هدايا لولوة' },
  { en: 'Barahat Market', ar: 'سوق البراحة' },
  { en: 'Sidr House', ar: 'بيت السدر' },
  { en: 'Zubara Stores', ar: 'مخازن الزبارة' },
];

/** Number of orders for which one more shop is planned. Shops do not all sell everything. */
const ORDERS_A_SHOP = 60;
const FEWEST = 3;
const ITEMS_A_SHOP = 6;

/** Plans sellers without stock, which is derived from the orders later. */
export function planSellers(seed: number, orders: number): PlannedSeller[] {
  const count = Math.min(NAMES.length, Math.max(FEWEST, Math.ceil(orders / ORDERS_A_SHOP)));
  return NAMES.slice(0, count).map((name, index) => {
    const chance = namedChance(seed, 'seller', index);
    const key = `seller-${index + 1}`;
    const district = districtOf(SHOP_DISTRICTS[index % SHOP_DISTRICTS.length] ?? 'al-sadd');
    return {
      key,
      legalName: `${name.en} Trading W.L.L.`,
      name,
      phone: mobile(chance),
      warehouse: { name: `${name.en} store`, ...addressIn(chance, district) },
      products: shelfOf(index, count).map((item) => productOf(key, item)),
    };
  });
}

/** Every item is sold by some shop; several shops sell the same items. */
function shelfOf(index: number, shops: number): ShelfItem[] {
  const own = SHELF.filter((_, place) => place % shops === index % shops);
  const others = SHELF.filter((item) => !own.includes(item));
  const more = others.filter((_, place) => (place + index) % 3 === 0);
  return [...own, ...more].slice(0, Math.max(own.length, ITEMS_A_SHOP));
}

function productOf(
  sellerKey: string,
  { key, category, title, description, option, prices }: ShelfItem,
): PlannedProduct {
  return {
    key: `${sellerKey}/${key}`,
    category,
    title,
    description,
    variants: option.values.map((value, index) => ({
      sku: `${sellerKey}-${key}-${index + 1}`.toUpperCase(),
      options: { [option.name]: value },
      price: prices[index] ?? '50.00',
      stock: 0,
      isScarce: false,
    })),
  };
}

/** How often a variant is bought, relative to others; larger packs less often. */
export function wantedOf(sku: string): number {
  const [, key, variant] = /^SELLER-\d+-(.+)-(\d)$/.exec(sku) ?? [];
  const item = SHELF.find((each) => each.key.toUpperCase() === key);
  return (item?.wanted ?? 1) / Number(variant ?? 1);
}
