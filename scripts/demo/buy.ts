import type { Person, Schema } from '../people/person.ts';
import { type Cast, only } from './cast.ts';
import { PLACES } from './places.ts';
import type { SignIn, Stage } from './stage.ts';

const QUANTITY = 2;

/** Credentials of the journey's buyer. */
export function buyerSignIn({ tag }: Stage): SignIn {
  return { email: `buyer-${tag}@wasl.example`, password: 'pearl-dhow-corniche-9' };
}

/** Guest cart → account → checkout → order. */
export async function buy(stage: Stage, cast: Cast): Promise<Schema<'Order'>> {
  const { buyer } = cast;
  const cart = await fillGuestCart(stage, cast);
  const { email, password } = buyerSignIn(stage);
  await buyer.register(email, password);
  buyer.holdCart(null);
  const merged = await buyer.ok('read the cart', buyer.api.GET('/cart'));
  stage.step(
    buyer,
    `registers; the guest cart is taken over (${cart.itemCount} → ${merged.itemCount} units)`,
  );
  await stage.listen(buyer);

  const address = await buyer.ok(
    'save an address',
    buyer.api.POST('/addresses', {
      body: { label: 'Home', contactName: 'Noora Al Kuwari', phone: '+97466612345', ...PLACES.westBay },
    }),
  );
  return checkOut(stage, buyer, address.id);
}

/** A later order by a returning buyer: one of each offer. */
export async function buyAgain(
  stage: Stage,
  { buyer, offers }: Pick<Cast, 'buyer' | 'offers'>,
): Promise<Schema<'Order'>> {
  for (const { offerId } of offers)
    await buyer.ok('add to cart', buyer.api.POST('/cart/items', { body: { offerId, quantity: 1 } }));
  const addresses = await buyer.ok('list addresses', buyer.api.GET('/addresses'));
  return checkOut(stage, buyer, only(addresses.data).id);
}

async function checkOut(stage: Stage, buyer: Person, addressId: string): Promise<Schema<'Order'>> {
  const opened = await buyer.ok('open a checkout', buyer.api.POST('/checkouts', { body: {} }));
  stage.step(buyer, `opens a checkout; stock is reserved until ${opened.expiresAt}`);
  const path = { id: opened.id };
  await buyer.ok(
    'choose the address',
    buyer.api.PATCH('/checkouts/{id}', { params: { path }, body: { addressId } }),
  );
  const options = await buyer.ok(
    'list shipping options',
    buyer.api.GET('/checkouts/{id}/shipping-options', { params: { path } }),
  );
  const shipping = options.data.map(({ sellerId, methods }) => ({
    sellerId,
    methodId: only(methods.filter((method) => method.code === 'EXPRESS')).methodId,
  }));
  const ready = await buyer.ok(
    'choose shipping and payment',
    buyer.api.PATCH('/checkouts/{id}', { params: { path }, body: { shipping, paymentMethod: 'COD' } }),
  );
  stage.step(buyer, `chooses EXPRESS and cash on delivery: ${ready.totals.total.amount} QAR in all`);
  const order = await buyer.ok(
    'confirm',
    buyer.api.POST('/checkouts/{id}/confirm', { params: { path }, body: {} }),
  );
  stage.step(buyer, `confirms order ${order.number} (${order.status})`);
  await buyer.follow(`order:${order.id}`);
  return order;
}

async function fillGuestCart(stage: Stage, { buyer, offers }: Cast): Promise<Schema<'Cart'>> {
  const products = await buyer.ok(
    'browse',
    buyer.api.GET('/products', { params: { query: { q: 'dallah' } } }),
  );
  stage.step(buyer, `browses as a guest: ${products.data.length} product(s) match "dallah"`);
  let cart: Schema<'Cart'> | null = null;
  for (const { offerId } of offers) {
    cart = await buyer.ok(
      'add to cart',
      buyer.api.POST('/cart/items', { body: { offerId, quantity: QUANTITY } }),
    );
    if (cart.token !== null) buyer.holdCart(cart.token);
  }
  if (cart === null) throw new Error('no offers to buy');
  stage.step(buyer, `fills a guest cart: ${cart.itemCount} units, ${cart.subtotal.amount} QAR`);
  return cart;
}
