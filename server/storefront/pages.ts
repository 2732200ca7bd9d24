import type { Request, Response } from 'express';
import type { InProcess } from '../kernel/http/in-process.ts';
import { renderProblem, toWaslError } from '../kernel/http/problem.ts';
import { contextOf } from '../kernel/http/request-context.ts';
import type { Secrets } from '../kernel/security/secrets.ts';
import { Browse, type PublicPage } from './browse.ts';
import { type BuiltPages, openPages } from './built-pages.ts';
import { Forms } from './forms.ts';
import type { Page } from './page-models.ts';
import { type Place, RenderedPages } from './rendered-pages.ts';
import type { Visit } from './visit.ts';

const KEPT_BUT_ASKED_FOR = 'no-cache';

export interface PageOptions {
  shop: InProcess;
  secrets: Secrets;
  consolesDir: string;
  /** Scheme and host that pages name themselves by; null while the operator has said none. */
  publicOrigin: string | null;
}

/** The built pages, and how they are sent. */
export class Pages {
  readonly built: BuiltPages;
  readonly forms: Forms;
  readonly #browse: Browse;
  readonly #rendered: RenderedPages;

  /** Null when they have not been built. */
  static async open(options: PageOptions): Promise<Pages | null> {
    const built = await openPages(options.consolesDir);
    return built === null ? null : new Pages(built, options);
  }

  private constructor(built: BuiltPages, { shop, secrets, publicOrigin }: PageOptions) {
    this.built = built;
    this.forms = new Forms(secrets);
    this.#browse = new Browse(shop);
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
    res.setHeader('Cache-Control', KEPT_BUT_ASKED_FOR);
    if (req.get('if-none-match')?.includes(etag)) res.status(304).end();
    else sendHtml(req, res, 200, html);
  }

  /** One visitor's own. */
  async sendOwn(req: Request, res: Response, visit: Visit, page: Page, status = 200): Promise<void> {
    // A page that tells of a fault must not fail by the same one.
    const shelves = await this.#browse.shelves(visit.visitor).catch((error: unknown) => {
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
