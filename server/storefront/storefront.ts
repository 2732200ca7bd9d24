import express, { type NextFunction, type Request, type Response, Router } from 'express';
import { WaslError } from '../../actors/errors.ts';
import { sendBuiltFile } from '../consoles/consoles.ts';
import type { AddressBudgets } from '../kernel/http/address-budgets.ts';
import type { InProcess } from '../kernel/http/in-process.ts';
import { preferredLanguage } from '../kernel/http/negotiate.ts';
import { renderProblem, toWaslError } from '../kernel/http/problem.ts';
import { applyHeaders, contextOf } from '../kernel/http/request-context.ts';
import type { RateClass } from '../kernel/process/config.ts';
import type { Secrets } from '../kernel/security/secrets.ts';
import type { Locale } from '../kernel/texts/locale.ts';
import { Basket } from './basket.ts';
import { Browse, type PublicPage } from './browse.ts';
import { ASSETS_PATH, type BuiltPages, openPages } from './built-pages.ts';
import { Forms } from './forms.ts';
import type { Page } from './page-models.ts';
import { pagePolicy } from './page-policy.ts';
import { type Place, RenderedPages } from './rendered-pages.ts';
import { chosenLanguage, languageCookie, type Visit, visitOf } from './visit.ts';

export interface StorefrontOptions {
  shop: InProcess;
  budgets: AddressBudgets;
  secrets: Secrets;
  consolesDir: string;
  /** Scheme and host that pages name themselves by; null while the operator has said none. */
  publicOrigin: string | null;
}

const LOCALES: readonly Locale[] = ['ar', 'en'];
const FOREVER_OPEN = 'no-cache';
const FORM_LIMIT = '16kb';

/** The shop as pages, in Arabic below /ar and in English below /en. The first request for one loads them. */
export function storefront(options: StorefrontOptions): Router {
  const router = Router({ strict: true });
  let opening: Promise<Pages | null> | null = null;
  const opened = async (): Promise<Pages> => {
    opening ??= Pages.open(options).catch((error: unknown) => {
      // Tried again by the next request, which may find a build that is whole.
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
  router.use(bareHost);
  router.get('/', (req, res) => {
    const preferred = preferredLanguage(req.get('accept-language') ?? '', ['en', 'ar']);
    res.setHeader('Vary', 'Accept-Language, Cookie');
    res.redirect(302, `/${chosenLanguage(req) ?? preferred}`);
  });
  router.get('/language/:locale', (req, res) => {
    const locale = req.params.locale === 'ar' ? 'ar' : 'en';
    res.append('Set-Cookie', languageCookie(locale));
    res.redirect(303, `/${locale}${localPath(String(req.query.to ?? ''))}`);
  });
  router.get('/robots.txt', (_, res) => {
    res.type('text/plain').send('User-agent: *\nDisallow: /api/\nDisallow: /*/cart\nDisallow: /*/search\n');
  });
  router.use(ASSETS_PATH, async (req, res, next) => {
    const { files } = (await opened()).built;
    const file = files.find(req.path.slice(1));
    if (file === null || !['GET', 'HEAD'].includes(req.method)) return next();
    sendBuiltFile(req, res, files, file);
  });
  for (const locale of LOCALES) router.use(`/${locale}`, pagePolicy, routesIn(locale, options, opened));
  return router;
}

/** A `www.` host leads to the bare one. */
function bareHost(req: Request, res: Response, next: NextFunction): void {
  if (!req.host.startsWith('www.')) {
    next();
    return;
  }
  res.redirect(308, `${req.protocol}://${req.host.slice('www.'.length)}${req.originalUrl}`);
}

/** A place within the shop; anything else is its front page. */
function localPath(given: string): string {
  return /^\/[\w%./?=&:+-]*$/.test(given) && !given.startsWith('//') ? given : '';
}

/** What one language's pages are at which address. */
function routesIn(locale: Locale, { budgets }: StorefrontOptions, opened: () => Promise<Pages>): Router {
  const router = Router();
  const spend = (rateClass: RateClass) => async (req: Request, res: Response, next: NextFunction) => {
    await budgets.spend(req, rateClass);
    applyHeaders(req, res);
    pagePolicy(req, res, next);
  };
  const open = (
    path: string,
    page: (pages: Pages, visit: Visit, req: Request) => Promise<PublicPage>,
  ): void => {
    router.get(path, spend('browse'), async (req, res) => {
      const pages = await opened();
      const visit = visitOf(req, locale);
      pages.sendPublic(req, res, visit, await page(pages, visit, req));
    });
  };
  const form = express.urlencoded({ extended: false, limit: FORM_LIMIT, parameterLimit: 100 });

  open('/', ({ browse }, { visitor }) => browse.home(visitor));
  open('/search', ({ browse }, { visitor }, req) => browse.search(visitor, searchOf(req)));
  open('/c/:slug', ({ browse }, { visitor }, req) =>
    browse.category(visitor, String(req.params.slug), searchOf(req)),
  );
  open('/s/:id', ({ browse }, { visitor }, req) =>
    browse.seller(visitor, String(req.params.id), searchOf(req)),
  );
  open('/p/:id', ({ browse }, { visitor }, req) =>
    browse.product(visitor, String(req.params.id), searchOf(req).get('variant')),
  );
  router.get('/cart', spend('browse'), async (req, res) => {
    const pages = await opened();
    const visit = visitOf(req, locale);
    const page = await pages.basket.page(visit, res, searchOf(req).get('said'));
    await pages.sendOwn(req, res, visit, page);
  });
  router.post('/cart/items', spend('write'), form, async (req, res) => {
    const { forms, basket } = await opened();
    const visit = visitOf(req, locale);
    const { values, key } = forms.sent(req, visit.id);
    res.redirect(303, `/${locale}/cart?said=${await basket.add(visit, res, values, key)}`);
  });
  router.post('/cart/items/:id', spend('write'), form, async (req, res) => {
    const { forms, basket } = await opened();
    const visit = visitOf(req, locale);
    const { values } = forms.sent(req, visit.id);
    const said = await basket.change(visit, res, String(req.params.id), values);
    res.redirect(303, `/${locale}/cart?said=${said}`);
  });
  // Pages that do not exist cost a page, too.
  router.use(spend('browse'), () => {
    throw new WaslError('common.NOT_FOUND', { detail: 'There is no such page.' });
  });
  router.use(async (thrown: unknown, req: Request, res: Response, next: NextFunction) => {
    if (res.headersSent) return next(thrown);
    const pages = await opened().catch(() => null);
    if (pages === null) return next(thrown);
    await pages.sendProblem(req, res, visitOf(req, locale), thrown);
  });
  return router;
}

function searchOf(req: Request): URLSearchParams {
  return new URLSearchParams(contextOf(req).search);
}

/** Everything that the routes need once the pages are loaded. */
class Pages {
  readonly built: BuiltPages;
  readonly forms: Forms;
  readonly browse: Browse;
  readonly basket: Basket;
  readonly #rendered: RenderedPages;

  static async open(options: StorefrontOptions): Promise<Pages | null> {
    const built = await openPages(options.consolesDir);
    return built === null ? null : new Pages(built, options);
  }

  private constructor(built: BuiltPages, { shop, secrets, publicOrigin }: StorefrontOptions) {
    this.built = built;
    this.forms = new Forms(secrets);
    this.browse = new Browse(shop);
    this.basket = new Basket(shop);
    this.#rendered = new RenderedPages(built, this.forms, publicOrigin);
  }

  /** The same for everybody, but for what its forms carry. */
  sendPublic(req: Request, res: Response, visit: Visit, { from, make }: PublicPage): void {
    const { html, etag } = this.#rendered.kept(placeOf(req, visit), from, make);
    if (this.forms.hasForms(html)) {
      this.#sendFilled(req, res, visit, html);
      return;
    }
    res.setHeader('ETag', etag);
    res.setHeader('Cache-Control', FOREVER_OPEN);
    if (req.get('if-none-match')?.includes(etag)) res.status(304).end();
    else sendHtml(req, res, 200, html);
  }

  async sendOwn(req: Request, res: Response, visit: Visit, page: Page, status = 200): Promise<void> {
    // A page that tells of a fault must not fail by the same one.
    const shelves = await this.browse.shelves(visit.visitor).catch((error: unknown) => {
      if (page.kind === 'problem') return [];
      throw error;
    });
    this.#sendFilled(req, res, visit, this.#rendered.render(placeOf(req, visit), { page, shelves }), status);
  }

  async sendProblem(req: Request, res: Response, visit: Visit, thrown: unknown): Promise<void> {
    const error = toWaslError(thrown);
    const { requestId, log } = contextOf(req);
    if (error.status >= 500) log.error({ err: error.cause ?? error }, 'a page failed');
    if (error.retryAfter !== undefined)
      res.setHeader('Retry-After', Math.max(1, Math.ceil(error.retryAfter)));
    const { locale } = visit.visitor;
    const { title, detail } = renderProblem(error, { instance: req.path, requestId, locale });
    const page: Page = { kind: 'problem', status: error.status, title, detail };
    await this.sendOwn(req, res, visit, page, error.status);
  }

  #sendFilled(req: Request, res: Response, visit: Visit, html: string, status = 200): void {
    for (const cookie of visit.cookies) res.append('Set-Cookie', cookie);
    res.setHeader('Cache-Control', 'private, no-cache');
    sendHtml(req, res, status, this.forms.filled(html, visit.id));
  }
}

function placeOf(req: Request, { visitor: { locale } }: Visit): Place {
  const { search } = contextOf(req);
  const path = req.path === '/' ? '' : req.path;
  return { locale, path, search: search === '' ? '' : `?${search}` };
}

function sendHtml(req: Request, res: Response, status: number, html: string): void {
  const body = Buffer.from(html);
  res.status(status).setHeader('Content-Type', 'text/html; charset=utf-8');
  res.setHeader('Content-Length', body.length);
  res.end(req.method === 'HEAD' ? undefined : body);
}
