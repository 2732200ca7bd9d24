import { type RequestHandler, Router } from 'express';
import { WaslError } from '../../actors/errors.ts';
import { sendBuiltFile } from '../consoles/consoles.ts';
import type { Middleware } from '../kernel/http/api.ts';
import { preferredLanguage } from '../kernel/http/negotiate.ts';
import type { DemoAccountsOf } from '../kernel/process/demo-people.ts';
import type { Locale } from '../kernel/texts/locale.ts';
import { Account } from './account.ts';
import { AccountChoices } from './account-choices.ts';
import { AccountContact } from './account-contact.ts';
import { AccountDevices } from './account-devices.ts';
import type { Sending } from './account-page-models.ts';
import { accountRoutes } from './account-routes.ts';
import { AccountSecurity } from './account-security.ts';
import { Addresses } from './addresses.ts';
import { addressRoutes } from './addresses-routes.ts';
import { Browse } from './browse.ts';
import { browseRoutes } from './browse-routes.ts';
import { ASSETS_PATH } from './built-pages.ts';
import { Cart } from './cart.ts';
import { cartRoutes } from './cart-routes.ts';
import { Categories } from './categories.ts';
import { Checkout } from './checkout.ts';
import { checkoutRoutes } from './checkout-routes.ts';
import { Drafts } from './draft.ts';
import { answerKept, KeptPages } from './kept-pages.ts';
import { localPath } from './local-path.ts';
import { MailboxPages } from './mailbox-pages.ts';
import { Notifications } from './notifications.ts';
import { Orders } from './orders.ts';
import { ordersRoutes } from './orders-routes.ts';
import { type MapSources, mapPolicy, pagePolicy } from './page-policy.ts';
import { type PageOptions, Pages } from './pages.ts';
import { Routes, type RoutesOptions } from './routes.ts';
import { SignIn } from './sign-in.ts';
import { SignInPages } from './sign-in-pages.ts';
import { signInRoutes } from './sign-in-routes.ts';
import { siteFiles } from './site-files.ts';
import { Sitemaps } from './sitemaps.ts';
import { chosenLanguage, languageCookie } from './visit.ts';

export { ASSETS_PATH } from './built-pages.ts';
export { mapHeaders } from './page-policy.ts';
export type { PageSessions } from './visit.ts';

export type StorefrontOptions = Omit<PageOptions, 'kept'> &
  Omit<RoutesOptions, 'opened'> & {
    /** Whether messages are sent, or wait for a provider: the pages say which. */
    sending: Sending;
    /** Minimum number of characters of a new password. */
    minPasswordLength: number;
    map: MapSources & { styleUrl: string | null };
    demoAccounts: DemoAccountsOf;
  };

const LOCALES: readonly Locale[] = ['ar', 'en'];
/** A domain name after `www.`, optionally with a port. */
const BARE_HOST = /^www\.((?:[a-z\d](?:[a-z\d-]{0,61}[a-z\d])?\.)+[a-z][a-z\d-]{0,61}[a-z\d](?::\d{1,5})?)$/i;

export interface Storefront {
  /** Runs before everything except the API: serves cached public pages that are current. */
  kept: Middleware;
  pages: Router;
}

/** The shop's pages, in Arabic below /ar and in English below /en. They are loaded by the first request for one. */
export function storefront(options: StorefrontOptions): Storefront {
  const kept = new KeptPages();
  return { kept: answerKept(kept, options.budgets), pages: pageRouter(options, kept) };
}

function pageRouter(options: StorefrontOptions, kept: KeptPages): Router {
  const router = Router({ strict: true });
  const opened = opener({ ...options, kept });
  router.use(bareHost(options.publicOrigin));
  router.get('/', (req, res) => {
    const preferred = preferredLanguage(req.get('accept-language') ?? '', ['en', 'ar']);
    res.setHeader('Vary', 'Accept-Language, Cookie');
    res.redirect(302, `/${chosenLanguage(req) ?? preferred}`);
  });
  // An address that can be told: the page itself is below its language.
  router.get('/apps', (req, res) => {
    const preferred = preferredLanguage(req.get('accept-language') ?? '', ['en', 'ar']);
    res.setHeader('Vary', 'Accept-Language, Cookie');
    res.redirect(302, `/${chosenLanguage(req) ?? preferred}/apps`);
  });
  router.get('/language/:locale', (req, res) => {
    const locale = req.params.locale === 'ar' ? 'ar' : 'en';
    res.append('Set-Cookie', languageCookie(locale));
    res.redirect(303, `/${locale}${localPath(String(req.query.to ?? ''))}`);
  });
  const { budgets, publicOrigin, shop } = options;
  const sitemaps = new Sitemaps(shop, new Categories(shop));
  const built = async () => (await opened()).built;
  router.use(siteFiles({ locales: LOCALES, budgets, publicOrigin, sitemaps, built }));
  // The map's worker uses the policy of its own file, and loads the map from this service.
  const assetPolicy = mapPolicy(options.map);
  router.use(ASSETS_PATH, async (req, res, next) => {
    const { files } = await built();
    const file = files.find(req.path.slice(1));
    if (file === null || !['GET', 'HEAD'].includes(req.method)) return next();
    assetPolicy(req, res, () => sendBuiltFile(req, res, files, file));
  });
  for (const locale of LOCALES) {
    const routes = new Routes(locale, { ...options, opened });
    addAreas(routes, options);
    router.use(`/${locale}`, pagePolicy, routes.router());
  }
  return router;
}

/** Adds the routes of each area. */
function addAreas(routes: Routes, options: StorefrontOptions): void {
  const { shop, sessions, secrets, sending, map } = options;
  const signIn = new SignIn(shop, sessions);
  browseRoutes(routes, new Browse(shop));
  cartRoutes(routes, new Cart(shop));
  ordersRoutes(routes, new Orders(shop, { mapStyleUrl: map.styleUrl }), map);
  const drafts = new Drafts(secrets);
  signInRoutes(routes, new SignInPages({ ...options, signIn, drafts }), new MailboxPages(options));
  checkoutRoutes(routes, new Checkout(shop, { ...options, drafts, signIn }));
  addressRoutes(routes, new Addresses(shop, drafts));
  accountRoutes(routes, {
    account: new Account(shop, { sending, drafts }),
    contact: new AccountContact(shop, { secrets, sending }),
    security: new AccountSecurity(shop, options),
    devices: new AccountDevices(shop),
    choices: new AccountChoices(shop),
    notifications: new Notifications(shop),
  });
}

function opener(options: PageOptions): () => Promise<Pages> {
  let opening: Promise<Pages | null> | null = null;
  return async () => {
    opening ??= Pages.open(options).catch((error: unknown) => {
      // The next request tries again, perhaps with a complete build.
      opening = null;
      throw error;
    });
    const pages = await opening;
    if (pages !== null) return pages;
    opening = null;
    throw new WaslError('common.NOT_FOUND', {
      detail: 'The storefront has not been built. Run: npm run build',
    });
  };
}

/**
 * Redirects a `www.` host to the bare one: permanently to PUBLIC_ORIGIN if that is set; otherwise temporarily to the
 * request's own host, which must not be cached.
 */
function bareHost(publicOrigin: string | null): RequestHandler {
  return ({ host, protocol, originalUrl }, res, next) => {
    const bare = BARE_HOST.exec(host)?.[1];
    if (bare === undefined || (publicOrigin !== null && new URL(publicOrigin).host === host)) return next();
    if (publicOrigin !== null) res.redirect(308, publicOrigin + originalUrl);
    else res.redirect(307, `${protocol}://${bare}${originalUrl}`);
  };
}
