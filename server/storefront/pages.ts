import type { Request, Response } from 'express';
import type { InProcess } from '../kernel/http/in-process.ts';
import { renderProblem, toWaslError } from '../kernel/http/problem.ts';
import { contextOf } from '../kernel/http/request-context.ts';
import type { Secrets } from '../kernel/security/secrets.ts';
import { Browse } from './browse.ts';
import { type BuiltPages, openPages } from './built-pages.ts';
import { Forms } from './forms.ts';
import { addressOf, type KeptPages } from './kept-pages.ts';
import { localPath } from './local-path.ts';
import { PageBody } from './page-body.ts';
import { hasFonts, PageBodies, withFonts } from './page-fonts.ts';
import type { Page } from './page-models.ts';
import { type Place, type PublicPage, RenderedPages } from './rendered-pages.ts';
import { sendKept, sendOwn } from './send-page.ts';
import { unreadCookie, type Visit } from './visit.ts';

/**
 * A guest's page may be restored from the browser's back/forward cache; an account's page must not be visible after
 * signing out.
 */
const GUESTS_OWN = 'private, no-cache';
const ACCOUNTS_OWN = 'private, no-store';

export interface PageOptions {
  shop: InProcess;
  secrets: Secrets;
  kept: KeptPages;
  consolesDir: string;
  /** Scheme and host for absolute URLs; null if not configured. */
  publicOrigin: string | null;
}

/** A personal page. */
export interface ShownPage {
  page: Page;
  status?: number;
  /** Its URL contains a secret that grants access: it is sent without a referrer and not stored anywhere. */
  isSecret?: boolean;
}

/** The built pages, and how they are sent. */
export class Pages {
  readonly built: BuiltPages;
  readonly forms: Forms;
  readonly #shop: InProcess;
  readonly #browse: Browse;
  readonly #rendered: RenderedPages;

  /** Null if they have not been built. */
  static async open(options: PageOptions): Promise<Pages | null> {
    const built = await openPages(options.consolesDir);
    return built === null ? null : new Pages(built, options);
  }

  private constructor(built: BuiltPages, { shop, secrets, kept, publicOrigin }: PageOptions) {
    this.built = built;
    this.forms = new Forms(secrets);
    this.#shop = shop;
    this.#browse = new Browse(shop);
    this.#rendered = new RenderedPages(built, this.forms, publicOrigin, kept);
  }

  /** Sends a public page, which differs only in its forms' tokens. */
  sendPublic(req: Request, res: Response, visit: Visit, page: PublicPage): void {
    const address = addressOf(contextOf(req));
    const { content, etag } = this.#rendered.kept(address, placeOf(req, visit), page);
    const fonts = hasFonts(req.headers.cookie, visit.visitor.locale);
    if (content instanceof PageBodies) sendKept(req, res, { bodies: content, fonts, etag });
    else this.#sendFilled(req, res, visit, content.html);
  }

  /** Sends a personal page. */
  async sendOwn(
    req: Request,
    res: Response,
    visit: Visit,
    { page, status = 200, isSecret = false }: ShownPage,
  ): Promise<void> {
    if (isSecret) res.setHeader('Referrer-Policy', 'no-referrer');
    // A page that reports an error must not fail because of the same error.
    const [shelves] = await Promise.all([
      this.#browse.shelves(visit.visitor).catch((error: unknown) => {
        if (page.kind === 'problem') return [];
        throw error;
      }),
      this.#countUnread(visit),
    ]);
    const html = this.#rendered.render(placeOf(req, visit), { page, shelves });
    this.#sendFilled(req, res, visit, html, { status, isSecret });
  }

  async sendProblem(req: Request, res: Response, visit: Visit, thrown: unknown): Promise<void> {
    const error = toWaslError(thrown);
    const { requestId, log } = contextOf(req);
    if (error.status >= 500) log.error({ err: error.cause ?? error }, 'a page failed');
    if (error.retryAfter !== undefined)
      res.setHeader('Retry-After', Math.max(1, Math.ceil(error.retryAfter)));
    const { locale } = visit.visitor;
    const { title, detail } = renderProblem(error, { instance: req.path, requestId, locale });
    const from = req.method !== 'POST' ? null : localPath((req.body as { from?: string } | undefined)?.from);
    const retryAfter = error.retryAfter === undefined ? null : Math.max(1, Math.ceil(error.retryAfter));
    const page: Page = { kind: 'problem', status: error.status, title, detail, retryAfter, from };
    await this.sendOwn(req, res, visit, { page, status: error.status });
  }

  /** A form was rendered for another browser, or before this one signed in or out. @param from The form's page. */
  async sendStale(req: Request, res: Response, visit: Visit, from: string): Promise<void> {
    await this.sendOwn(req, res, visit, { page: { kind: 'stale-form', from }, status: 403 });
  }

  /** For the header's counter, which script fills in, since public pages have it too. */
  async #countUnread({ visitor, sessionEnded, cookies }: Visit): Promise<void> {
    if (sessionEnded) cookies.push(unreadCookie(0));
    if (visitor.caller.kind !== 'account') return;
    try {
      const { page } = (
        await this.#shop.call('listNotifications', visitor, { query: { limit: '1' } })
      ).body();
      cookies.push(unreadCookie(page.unreadCount));
    } catch (error) {
      visitor.log.warn({ err: error }, 'the bell of a page was not counted');
    }
  }

  #sendFilled(
    req: Request,
    res: Response,
    visit: Visit,
    html: string,
    { status = 200, isSecret = false }: Omit<ShownPage, 'page'> = {},
  ): void {
    for (const cookie of visit.cookies) res.append('Set-Cookie', cookie);
    const isKept = visit.visitor.caller.kind === 'guest' && !isSecret;
    res.setHeader('Cache-Control', isKept ? GUESTS_OWN : ACCOUNTS_OWN);
    const filled = this.forms.filled(html, visit.id);
    const fonts = hasFonts(req.headers.cookie, visit.visitor.locale);
    sendOwn(req, res, status, new PageBody(fonts ? withFonts(filled) : filled));
  }
}

function placeOf(req: Request, { visitor: { locale } }: Visit): Place {
  const { search } = contextOf(req);
  const path = req.path === '/' ? '' : req.path;
  return { locale, path, search: search === '' ? '' : `?${search}` };
}
