import { generate } from 'otplib';
import type { Wasl } from '../../consoles/shared/client/index.ts';
import type { Person, Schema } from '../people/person.ts';
import { signInAdmin } from '../people/sign-in-admin.ts';
import { PLACES } from './places.ts';
import type { SignIn, Stage } from './stage.ts';

const PASSWORD = 'souq-waqif-lantern-7';

/** Everyone in the journey, ready to play. */
export interface Cast {
  buyer: Person;
  seller: Person;
  /** The shop's till: a program with a key of the shop's. */
  till: Wasl;
  dispatcher: Person;
  driver: Person;
  admin: Person;
  sellerId: string;
  driverId: string;
  offers: { offerId: string; price: string }[];
  warehouseId: string;
}

export const OPENING_STOCK = 10;

/**
 * Signs everyone in; the seller and the driver apply and are approved, the shop is stocked, the driver starts a shift.
 */
export async function gather(stage: Stage): Promise<Cast> {
  const admin = await admitAdmin(stage);
  const dispatcher = stage.person('Dispatcher');
  await dispatcher.signIn(stage.installation.dispatcher.email, stage.installation.dispatcher.password);
  stage.step(dispatcher, 'signs in with e-mail and password');
  await stage.listen(dispatcher);
  const shop = await openShop(stage, admin);
  const { driver, driverId } = await hireDriver(stage, dispatcher);
  return { buyer: stage.person('Buyer'), dispatcher, admin, driver, driverId, ...shop };
}

async function admitAdmin(stage: Stage): Promise<Person> {
  const admin = stage.person('Administrator');
  await signInAdmin(admin, stage.installation.admin, () =>
    stage.step(admin, 'waits for the next authenticator code'),
  );
  stage.step(admin, 'signs in with password and authenticator code');
  return admin;
}

async function openShop(
  stage: Stage,
  admin: Person,
): Promise<Pick<Cast, 'seller' | 'till' | 'sellerId' | 'offers' | 'warehouseId'>> {
  const seller = stage.person('Seller');
  await seller.register(`seller-${stage.tag}@wasl.example`, PASSWORD);
  const application = {
    legalName: `Al Rayyan Trading ${stage.tag} W.L.L.`,
    displayName: { en: 'Al Rayyan Home', ar: 'بيت الريان' },
    warehouse: { name: 'Souq Waqif store', phone: '+97444440101', ...PLACES.souqWaqif },
  };
  const applied = await seller.ok(
    'apply as seller',
    seller.api.POST('/seller/applications', { body: application }),
  );
  stage.step(seller, `applies as ${applied.displayName.en} (${applied.status})`);
  await admin.ok(
    'approve the seller',
    admin.api.POST('/admin/sellers/{id}/approve', { params: { path: { id: applied.id } }, body: {} }),
  );
  stage.step(admin, 'approves the seller');
  await stage.listen(seller);

  const warehouses = await seller.ok('list warehouses', seller.api.GET('/seller/warehouses'));
  const warehouseId = only(warehouses.data).id;
  const categories = await seller.ok('list categories', seller.api.GET('/categories'));
  const product = await seller.ok(
    'create a product',
    seller.api.POST('/seller/products', {
      body: {
        categoryId: only(categories.data).id,
        title: { en: 'Brass dallah', ar: 'دلة نحاسية' },
        description: { en: 'Coffee pot, hand hammered.', ar: 'دلة قهوة مطروقة يدويًا.' },
        variants: [
          { sku: `DALLAH-${stage.tag}-S`, options: { size: 'S' } },
          { sku: `DALLAH-${stage.tag}-L`, options: { size: 'L' } },
        ],
      },
    }),
  );
  const offers = await offerAll(seller, product, warehouseId);
  stage.step(
    seller,
    `lists ${product.title.en} in ${offers.length} sizes with ${OPENING_STOCK} of each in stock`,
  );
  const till = await connectTill(stage, seller);
  return { seller, till, sellerId: applied.id, offers, warehouseId };
}

/** The owner sets up an authenticator, as a key needs it, and gives the till a key for its work. */
async function connectTill(stage: Stage, seller: Person): Promise<Wasl> {
  const { secret } = await seller.ok(
    'enrol an authenticator',
    seller.api.POST('/auth/mfa/enroll', { body: { currentPassword: PASSWORD } }),
  );
  const code = await generate({ secret });
  await seller.ok('confirm it', seller.api.POST('/auth/mfa/confirm', { body: { code } }));
  const wanted = { name: 'Till', scopes: ['orders:read', 'orders:write'] as const, expiresInDays: 1 };
  const { key, hint } = await seller.ok(
    'make an API key',
    seller.api.POST('/seller/api-keys', { body: { ...wanted, scopes: [...wanted.scopes] } }),
  );
  stage.step(seller, `makes the API key ${hint}… for the till, behind a second factor`);
  return stage.machine(key);
}

async function offerAll(
  seller: Person,
  product: Schema<'SellerProduct'>,
  warehouseId: string,
): Promise<Cast['offers']> {
  const prices = ['149.50', '199.00'];
  const offers: Cast['offers'] = [];
  for (const [index, variant] of product.variants.entries()) {
    const price = { amount: prices[index] ?? '99.00', currency: 'QAR' as const };
    const offer = await seller.ok(
      'offer a variant',
      seller.api.POST('/seller/offers', { body: { variantId: variant.id, price, active: true } }),
    );
    const path = { offerId: offer.id, warehouseId };
    // A level that was never set has version 0.
    const header = { 'If-Match': '"0"' };
    await seller.ok(
      'set stock',
      seller.api.PUT('/seller/stock/{offerId}/{warehouseId}', {
        params: { path, header },
        body: { onHand: OPENING_STOCK },
      }),
    );
    offers.push({ offerId: offer.id, price: offer.price.amount });
  }
  return offers;
}

/** Credentials of the journey's driver. */
export function driverSignIn({ tag }: Stage): SignIn {
  return { email: `driver-${tag}@wasl.example`, password: PASSWORD };
}

async function hireDriver(stage: Stage, dispatcher: Person): Promise<Pick<Cast, 'driver' | 'driverId'>> {
  const driver = stage.person('Driver');
  const { email, password } = driverSignIn(stage);
  await driver.register(email, password);
  const application = {
    fullName: 'Yousef Al Marri',
    phone: '+97455512345',
    vehicle: { type: 'CAR' as const, plate: '123456' },
  };
  const applied = await driver.ok(
    'apply as driver',
    driver.api.POST('/driver/application', { body: application }),
  );
  const zones = await dispatcher.ok('list zones', dispatcher.api.GET('/dispatch/zones'));
  // The zone that covers the whole country, beneath the municipalities.
  const country = only(zones.data.filter(({ name }) => name.en === 'Qatar'));
  const approval = {
    zoneIds: [country.id],
    cashLimit: { amount: '2000.00', currency: 'QAR' as const },
  };
  await dispatcher.ok(
    'approve the driver',
    dispatcher.api.POST('/dispatch/drivers/{id}/approve', {
      params: { path: { id: applied.id } },
      body: approval,
    }),
  );
  stage.step(
    dispatcher,
    `approves ${applied.fullName} for zone ${country.name.en} with a cash limit of ${approval.cashLimit.amount}`,
  );
  // A consumer of the approval grants the role.
  await stage.until('the driver role', async () => {
    const me = await driver.ok('read own profile', driver.api.GET('/me'));
    return me.roles.includes('DRIVER') ? me : null;
  });
  await stage.listen(driver);
  await driver.ok('start a shift', driver.api.POST('/driver/shift/start'));
  const point = {
    sequence: 1,
    ...PLACES.msheireb.location,
    accuracy: 8,
    recordedAt: new Date().toISOString(),
  };
  await driver.ok('report a position', driver.api.POST('/driver/locations', { body: { points: [point] } }));
  stage.step(driver, 'starts a shift and shares a position in Msheireb');
  return { driver, driverId: applied.id };
}

/** The first entry of a list; throws if it is empty. */
export function only<T>(list: readonly T[]): T {
  const [first] = list;
  if (first === undefined) throw new Error('expected at least one');
  return first;
}
