import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { projectRoot } from '../../db/root.ts';
import type { Backstage } from './backstage.ts';

const OPENING_STOCK = 40;
const PICTURE = path.join(projectRoot, 'db', 'seeds', 'pictures', 'karak-set.webp');

/**
 * Creates the demo seller's shop: application, approval, one product on sale. Does nothing if the account has a seller.
 */
export async function ensureShop(
  backstage: Backstage,
  seller: string,
  admin: string,
  hasSeller: boolean,
): Promise<void> {
  if (hasSeller) return;
  const applied = await backstage.as(seller, 'applyAsSeller', {
    body: {
      legalName: 'Dar Al Qahwa Trading W.L.L.',
      displayName: { en: 'Dar Al Qahwa', ar: 'دار القهوة' },
      warehouse: {
        name: 'Msheireb store',
        phone: '+97444440100',
        zoneNumber: 3,
        streetNumber: 910,
        buildingNumber: 15,
        location: { latitude: 25.2854, longitude: 51.5256 },
      },
    },
  });
  await backstage.as(admin, 'approveSeller', { params: { id: applied.id }, body: {} });
  const { version } = await backstage.as(seller, 'getSeller');
  await backstage.as(seller, 'updateSeller', { body: { publicPhone: '+97455440100' }, ifMatch: version });
  const warehouses = await backstage.as(seller, 'listWarehouses');
  const categories = await backstage.as(seller, 'listCategories');
  const [warehouse] = warehouses.data;
  const [category] = categories.data;
  if (warehouse === undefined || category === undefined)
    throw new Error('the demo shop needs a warehouse and a category');
  // Part of the SKU: if the shop was closed, the next start creates another, and the old one keeps its products.
  const mark = applied.id.slice(-6).toUpperCase();
  const product = await backstage.as(seller, 'createSellerProduct', {
    body: {
      categoryId: category.id,
      title: { en: 'Karak tea set', ar: 'طقم شاي كرك' },
      description: { en: 'Six glasses and a kettle.', ar: 'ستة أكواب وإبريق.' },
      variants: [
        variant(`DEMO-KARAK-GREEN-${mark}`, { en: 'Green', ar: 'أخضر' }),
        variant(`DEMO-KARAK-AMBER-${mark}`, { en: 'Amber', ar: 'كهرماني' }),
      ],
    },
  });
  await backstage.as(seller, 'addProductImage', {
    params: { id: product.id },
    query: {
      altEn: 'An enamelled kettle with six glasses of karak tea',
      altAr: 'إبريق مطلي بالمينا مع ستة أكواب من شاي الكرك',
    },
    bytes: { type: 'image/webp', content: await readFile(PICTURE) },
  });
  for (const variant of product.variants) {
    const price = { amount: '120.00', currency: 'QAR' as const };
    const offer = await backstage.as(seller, 'createSellerOffer', {
      body: { variantId: variant.id, price, active: true },
    });
    const params = { offerId: offer.id, warehouseId: warehouse.id };
    await backstage.as(seller, 'setSellerStock', { params, body: { onHand: OPENING_STOCK }, ifMatch: 0 });
  }
}

function variant(sku: string, colour: { en: string; ar: string }) {
  const optionTexts = { colour: { name: { en: 'Colour', ar: 'اللون' }, value: colour } };
  return { sku, options: { colour: colour.en.toLowerCase() }, optionTexts };
}
