import type { Page } from 'playwright-core';
import { DEMO_PEOPLE } from '../../server/demo/demo.ts';
import type { Camera } from './camera.ts';
import type { Look } from './film.ts';
import { SENDING_SCREENS } from './shop-sending-screens.ts';
import {
  addToCart,
  checkOut,
  press,
  productPath,
  restore,
  type Shelf,
  type ShopScreen,
} from './shop-steps.ts';
import { LIMIT_SCREENS, TROUBLE_SCREENS } from './shop-trouble-screens.ts';
import { lockSignIn, ShopTroubles, sendStaleForm } from './shop-troubles.ts';

const WIDTHS = [360, 1280];
const EXTREMES = [320, 2560];
const HEIGHT = 800;

async function placeOrder(page: Page): Promise<void> {
  await checkOut(page);
  await press('button[value=confirm]')(page);
  await page.waitForURL('**/orders/**');
}

/** Asks to cancel the newest order, not yet accepted by its seller. */
async function askToCancel(page: Page): Promise<void> {
  await press('.order-card h2 a')(page);
  await press('a[href$="/cancel"]')(page);
  await page.waitForURL('**/cancel');
}

const PLAIN_SCREENS: readonly ShopScreen[] = [
  { name: 'home', path: () => '', extremes: true },
  { name: 'category', path: ({ slug }) => `/c/${slug}`, extremes: true },
  { name: 'search', path: () => '/search?q=khallas' },
  { name: 'search-nothing', path: () => '/search?q=submarine' },
  { name: 'seller', path: ({ sellerId }) => `/s/${sellerId}` },
  { name: 'product', path: ({ productId }) => `/p/${productId}`, extremes: true },
  { name: 'product-missing', path: () => '/p/01a2061c-9cb3-7762-aee5-08de0463b307' },
  { name: 'cart-empty', path: () => '/cart' },
  {
    name: 'cart',
    path: ({ productId }) => `/p/${productId}`,
    prepare: addToCart,
    extremes: true,
  },
  {
    name: 'cart-price-changed',
    path: productPath,
    prepare: async (page, { troubles }) => {
      await addToCart(page);
      await troubles.raisePrice();
      await page.reload();
    },
    after: restore,
  },
  {
    name: 'cart-unavailable',
    path: productPath,
    prepare: async (page, { troubles }) => {
      await addToCart(page);
      await troubles.stopSelling();
      await page.reload();
    },
    after: restore,
  },
  { name: 'checkout-guest', path: () => '/checkout' },
  {
    name: 'checkout-guest-faults',
    path: ({ productId }) => `/p/${productId}`,
    prepare: async (page) => {
      await addToCart(page);
      await page.goto(page.url().replace(/\/cart.*/, '/checkout'));
      await press('button.primary[value=begin]')(page);
      await page.locator('[aria-invalid=true]').first().waitFor();
    },
  },
  { name: 'categories', path: () => '/c' },
  { name: 'offline', path: () => '/offline' },
  { name: 'sign-in', path: () => '/sign-in' },
  {
    name: 'sign-in-refused',
    path: () => '/sign-in',
    prepare: async (page) => {
      await page.locator('#email').fill('nobody@demo.wasl.example');
      await page.locator('#password').fill('not the password');
      await press('form[action$="/sign-in"] button[type=submit]')(page);
      await page.waitForLoadState();
    },
  },
  { name: 'sign-in-locked', path: () => '/sign-in', prepare: lockSignIn },
  { name: 'stale-form', path: () => '/sign-in', prepare: sendStaleForm },
  { name: 'page-missing', path: () => '/nothing-here' },
  { name: 'reset-password', path: () => '/reset-password?token=from-a-message' },
  {
    name: 'reset-password-ended',
    path: () => '/reset-password?token=from-a-message',
    prepare: async (page) => {
      await page.locator('input[name=newPassword]').fill('three green camels');
      await press('form[action$="/reset-password"] button[type=submit]')(page);
      await page.locator('.notice.danger').waitFor();
    },
  },
  { name: 'invitation-guest', path: () => '/invitation?token=from-a-message' },
  { name: 'invitation', path: () => '/invitation?token=from-a-message', as: 'buyer' },
  { name: 'verify-email', path: () => '/verify-email', as: 'buyer' },
  { name: 'sign-in-code', path: () => '/sign-in/code' },
  { name: 'register', path: () => '/register' },
  {
    name: 'register-faults',
    path: () => '/register',
    prepare: async (page) => {
      await press('form[action$="/register"] button[type=submit]')(page);
      await page.waitForLoadState();
    },
  },
  { name: 'forgot-password', path: () => '/forgot-password' },
  { name: 'account', path: () => '/account', as: 'buyer', extremes: true },
  { name: 'account-profile', path: () => '/account/profile', as: 'buyer' },
  { name: 'addresses', path: () => '/account/addresses', as: 'buyer' },
  { name: 'address-new', path: () => '/account/addresses/new', as: 'buyer' },
  {
    name: 'address-faults',
    path: () => '/account/addresses/new',
    as: 'buyer',
    prepare: async (page) => {
      await page.locator('input[name=zone]').fill('99');
      await press('form[action$="/addresses/new"] button[type=submit]')(page);
      await page.locator('[aria-invalid=true]').first().waitFor();
    },
  },
  {
    name: 'address-change',
    path: () => '/account/addresses',
    as: 'buyer',
    prepare: async (page) => {
      await press('.address-card a.button')(page);
      await page.waitForURL(/\/addresses\/./);
    },
  },
  { name: 'account-security', path: () => '/account/security', as: 'buyer' },
  { name: 'account-password', path: () => '/account/security/password', as: 'buyer' },
  { name: 'account-email', path: () => '/account/email', as: 'buyer' },
  { name: 'account-phone', path: () => '/account/phone', as: 'buyer' },
  { name: 'account-factor', path: () => '/account/security/factor', as: 'buyer' },
  { name: 'account-devices', path: () => '/account/devices', as: 'buyer' },
  { name: 'account-notifications', path: () => '/account/notifications', as: 'buyer' },
  { name: 'account-privacy', path: () => '/account/privacy', as: 'buyer' },
  { name: 'account-closing', path: () => '/account/closing', as: 'buyer' },
  { name: 'notifications', path: () => '/notifications', as: 'buyer' },
  {
    name: 'checkout',
    path: ({ productId }) => `/p/${productId}`,
    as: 'buyer',
    extremes: true,
    prepare: async (page) => {
      await addToCart(page);
      // The cart's button skips it where an address is known.
      await page.goto(page.url().replace(/\/cart.*/, '/checkout'));
    },
  },
  {
    name: 'checkout-another-address',
    path: () => '/checkout',
    as: 'buyer',
    prepare: press('input[name=address][value=new]'),
  },
  {
    ...{ name: 'checkout-open', path: ({ productId }) => `/p/${productId}`, as: 'buyer' },
    ...{ prepare: checkOut, extremes: true },
  },
  {
    name: 'checkout-released',
    path: productPath,
    as: 'buyer',
    prepare: async (page) => {
      await checkOut(page);
      const address = page.url();
      await press('button[value=release]')(page);
      await page.waitForURL('**/cart?**');
      await page.goto(address);
    },
  },
  {
    name: 'checkout-price-changed',
    path: productPath,
    as: 'buyer',
    prepare: async (page, { troubles }) => {
      await checkOut(page);
      await troubles.raisePrice();
      await press('button[value=confirm]')(page);
      await page.locator('#trouble').waitFor();
    },
    after: restore,
  },
  {
    name: 'checkout-unavailable',
    path: productPath,
    as: 'buyer',
    prepare: async (page, { troubles }) => {
      await checkOut(page);
      await troubles.stopSelling();
      await press('button[value=confirm]')(page);
      await page.locator('#trouble').waitFor();
    },
    after: restore,
  },
  {
    ...{ name: 'order-placed', path: ({ productId }) => `/p/${productId}`, as: 'buyer' },
    ...{ prepare: placeOrder, extremes: true },
  },
  { name: 'orders', path: () => '/orders', as: 'buyer', extremes: true },
  { name: 'order-cancel', path: () => '/orders', as: 'buyer', prepare: askToCancel },
  {
    name: 'order-cancelled',
    path: () => '/orders',
    as: 'buyer',
    prepare: async (page) => {
      await askToCancel(page);
      await press('form[action$="/cancel"] button[type=submit]')(page);
      await page.waitForURL('**?said=*');
    },
  },
];

/** Screens that spend the budget of an address come last. */
const SCREENS = [...PLAIN_SCREENS, ...TROUBLE_SCREENS, ...SENDING_SCREENS, ...LIMIT_SCREENS];

/** Pictures further down load only when they are near; a picture of the whole page needs them all. */
const SHOW_ALL = `Promise.all([...document.images].map((image) => {
  image.loading = 'eager';
  return image.decode().catch(() => undefined);
})).then(() => undefined)`;

/** Every page of the shop whose name was requested. */
export async function photographShop(
  camera: Camera,
  { url, databaseUrl }: { url: string; databaseUrl: string },
): Promise<void> {
  const sends = await isSending(url);
  const wanted = SCREENS.filter(
    ({ name, needs }) => camera.wants('shop', name) && (needs === undefined || sends),
  );
  if (wanted.length === 0) return;
  const shelf = await readShelf(url, databaseUrl);
  try {
    await photographAll(camera, wanted, shelf);
  } finally {
    await shelf.troubles.leave();
  }
}

function isExtreme({ width, theme }: Look): boolean {
  return theme === 'light' && EXTREMES.includes(width);
}

async function photographAll(camera: Camera, wanted: readonly ShopScreen[], shelf: Shelf): Promise<void> {
  const all = [
    ...camera.looks('shop', WIDTHS, HEIGHT),
    ...camera.looks('shop', EXTREMES, HEIGHT).filter(isExtreme),
  ];
  for (const look of all) {
    for (const as of [undefined, 'buyer'] as const) {
      const screens = wanted.filter(
        (screen) => screen.as === as && (screen.extremes === true || !EXTREMES.includes(look.width)),
      );
      if (screens.length > 0) await photographIn(camera, look, { screens, shelf, as });
    }
  }
}

async function photographIn(
  camera: Camera,
  look: Look,
  { screens, shelf, as }: { screens: readonly ShopScreen[]; shelf: Shelf; as: 'buyer' | undefined },
): Promise<void> {
  const page = await camera.open(look);
  try {
    if (as === 'buyer') await camera.signInToShop(page, look, DEMO_PEOPLE.buyer);
    for (const { name, path, prepare, after } of screens) {
      await camera.take(page, { surface: 'shop', name, look }, async () => {
        await page.goto(`/${look.locale}${path(shelf)}`);
        await prepare?.(page, shelf);
        await page.evaluate(SHOW_ALL);
      });
      await camera.check(page, name, look);
      await after?.(shelf);
    }
  } finally {
    await page.context().close();
  }
}

/** Requests a code, whose form exists only where codes are sent. */
async function isSending(url: string): Promise<boolean> {
  return (await (await fetch(`${url}/en/sign-in/code`)).text()).includes('name="address"');
}

async function readShelf(url: string, databaseUrl: string): Promise<Shelf> {
  const ask = async <T>(path: string) => (await (await fetch(`${url}/api/v1${path}`)).json()) as T;
  const { data } = await ask<{ data: { id: string }[] }>('/products?q=dates&limit=1');
  const productId = data[0]?.id ?? '';
  const { categoryId, variants } = await ask<{
    categoryId: string;
    variants: { bestOffer: { sellerId: string } | null }[];
  }>(`/products/${productId}`);
  const categories = await ask<{ data: { id: string; slug: string }[] }>('/categories?limit=100');
  return {
    productId,
    sellerId: variants[0]?.bestOffer?.sellerId ?? '',
    slug: categories.data.find(({ id }) => id === categoryId)?.slug ?? '',
    troubles: await ShopTroubles.of(url, databaseUrl),
  };
}
