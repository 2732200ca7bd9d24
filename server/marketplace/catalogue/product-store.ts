import { WaslError } from '../../../actors/errors.ts';
import type { Database } from '../../../db/database.ts';
import { Category } from '../../../db/models/category.ts';
import { Product } from '../../../db/models/product.ts';
import { Seller } from '../../../db/models/seller.ts';
import { Variant } from '../../../db/models/variant.ts';
import { BEST_OFFER_FIRST } from './best-offer.ts';
import { type ImageRow, readImages } from './product-images.ts';

/** An offer as shoppers see it; the view `shopper_offers` decides which and how many. */
export interface ShopperOffer {
  id: string;
  variantId: string;
  sellerId: string;
  sellerNameEn: string;
  sellerNameAr: string;
  price: string;
  /** Pieces that can be bought now. */
  available: number;
}

export interface ProductDetail {
  product: Product;
  category: Category;
  images: ImageRow[];
  variants: { variant: Variant; available: number; bestOffer: ShopperOffer | null }[];
}

function offers(database: Database) {
  return database('shopper_offers as o').select<ShopperOffer[]>({
    id: 'o.id',
    variantId: 'o.variant_id',
    sellerId: 'o.seller_id',
    sellerNameEn: 'o.seller_name_en',
    sellerNameAr: 'o.seller_name_ar',
    price: 'o.price',
    available: 'o.available',
  });
}

/** A product with its variants, each with its best offer. Throws common.NOT_FOUND. */
export async function readProduct(database: Database, id: string): Promise<ProductDetail> {
  const product = await Product.query(database).findById(id).where({ active: true });
  if (product === undefined) throw new WaslError('common.NOT_FOUND', { detail: 'No such product.' });
  const category = await Category.query(database).findById(product.categoryId);
  if (category === undefined) throw new Error(`product ${id} has no category`);
  const variants = await Variant.query(database).where({ product_id: id }).orderBy(['position', 'id']);
  const all = await offers(database).where('o.product_id', id).orderByRaw(BEST_OFFER_FIRST);
  return {
    product,
    category,
    images: await readImages(database, [id]),
    variants: variants.map((variant) => {
      const own = all.filter((offer) => offer.variantId === variant.id);
      const available = own.reduce((sum, offer) => sum + offer.available, 0);
      return { variant, available, bestOffer: own[0] ?? null };
    }),
  };
}

/** Every offer of a variant, cheapest first, and the variant's product. Throws common.NOT_FOUND. */
export async function readVariantOffers(
  database: Database,
  variantId: string,
  after: { price: string; id: string } | null,
  count: number,
): Promise<{ productId: string; offers: ShopperOffer[] }> {
  const variant = await database('variants as v')
    .join('products as p', 'p.id', 'v.product_id')
    .where({ 'v.id': variantId, 'p.active': true })
    .first<{ productId: string } | undefined>({ productId: 'p.id' });
  if (variant === undefined) throw new WaslError('common.NOT_FOUND', { detail: 'No such variant.' });
  const query = offers(database).where('o.variant_id', variantId).orderBy(['o.price', 'o.id']).limit(count);
  if (after !== null) query.whereRaw('(o.price, o.id) > (?::numeric, ?::uuid)', [after.price, after.id]);
  return { productId: variant.productId, offers: await query };
}

/** A seller shoppers can buy from, or soon again. Throws common.NOT_FOUND. */
export async function readActiveSeller(database: Database, id: string): Promise<Seller> {
  const seller = await Seller.query(database).findOne({ id, status: 'ACTIVE' });
  if (seller === undefined) throw new WaslError('common.NOT_FOUND', { detail: 'No such seller.' });
  return seller;
}
