import express, { type NextFunction, type Request, type Response, Router } from 'express';
import { WaslError } from '../../actors/errors.ts';
import type { AddressBudgets } from '../kernel/http/address-budgets.ts';
import { applyHeaders, contextOf } from '../kernel/http/request-context.ts';
import type { RateClass } from '../kernel/process/limit-config.ts';
import type { Locale } from '../kernel/texts/locale.ts';
import { localPath } from './local-path.ts';
import { pagePolicy } from './page-policy.ts';
import type { Pages, ShownPage } from './pages.ts';
import type { PublicPage } from './rendered-pages.ts';
import { RepeatedForms } from './repeated-forms.ts';
import { ownVisitOf, type PageSessions, type Visit, visitOf } from './visit.ts';

/** A request for a page. */
export interface Asked {
  visit: Visit;
  /** Of the path, e.g. `id`. */
  params: Record<string, string>;
  /** What stands in the address behind its question mark. */
  search: URLSearchParams;
  req: Request;
  /** For cookies and headers. */
  res: Response;
}

/** A form that a page of ours gave to this browser. */
export interface Sent extends Asked {
  /** Its fields; one that came twice or is missing is left out. */
  values: Record<string, string>;
  /** Used once: the Idempotency-Key of what the form does. */
  key: string | undefined;
  /** The page that the form stands on, without the language. */
  from: string;
}

/**
 * What a page or a form ends with: another address, without the language; this page; or nothing more to send, since it
 * has answered by itself.
 */
export type Outcome = { to: string } | ShownPage | 'answered';

export interface RoutesOptions {
  budgets: AddressBudgets;
  sessions: PageSessions;
  /** Throws common.NOT_FOUND while the pages have not been built. */
  opened(): Promise<Pages>;
}

export interface FormOptions {
  /**
   * The same form sent again at once gets what the first one came to, its cookies, too: for operations that take no
   * Idempotency-Key. What it ends with is never `answered`.
   */
  once?: boolean;
  /**
   * What becomes of a form that was given to this browser before it signed in or out; null: its page has to be opened
   * again. Nothing of it may be done: who sent it is not known. @param next As the form says.
   */
  stale?(asked: Asked, next: string): Outcome | null;
}

const VISIT = 'visit';
const FORM_LIMIT = '16kb';
const form = express.urlencoded({ extended: false, limit: FORM_LIMIT, parameterLimit: 100 });

/** The addresses of one language's pages, and what every one of them does alike. */
export class Routes {
  readonly locale: Locale;
  readonly #router = Router();
  readonly #options: RoutesOptions;
  readonly #repeated = new RepeatedForms<{ outcome: Outcome; visit: Visit }>();

  constructor(locale: Locale, options: RoutesOptions) {
    this.locale = locale;
    this.#options = options;
  }

  /** A page that is the same for everybody. */
  everybodys(path: string, make: (asked: Asked) => Promise<PublicPage>): void {
    this.#router.get(path, this.#spend('browse'), async (req, res) => {
      const pages = await this.#options.opened();
      const visit = this.#keep(res, visitOf(req, this.locale, this.#options.budgets));
      pages.sendPublic(req, res, visit, await make(askedOf(req, res, visit)));
    });
  }

  /** A page that shows a visitor's own. One that only an account has leads to signing in, and back. */
  own(path: string, show: (asked: Asked) => Promise<Outcome>): void {
    this.#router.get(path, this.#spend('browse'), async (req, res) => {
      await this.#options.opened();
      const visit = this.#keep(res, await ownVisitOf(req, this.locale, this.#options));
      const asked = askedOf(req, res, visit);
      const here = req.path + (asked.search.size === 0 ? '' : `?${asked.search}`);
      await this.#finish(asked, await signedInOr(here, () => show(asked)));
    });
  }

  /** What a form does. One that needs an account leads to signing in, and back to its page. */
  form(path: string, done: (sent: Sent) => Promise<Outcome>, { once, stale }: FormOptions = {}): void {
    this.#router.post(path, this.#spend('write'), form, async (req, res) => {
      const pages = await this.#options.opened();
      const visit = this.#keep(res, await ownVisitOf(req, this.locale, this.#options));
      const asked = askedOf(req, res, visit);
      const { values, key, isOurs } = pages.forms.sent(req, visit.id);
      const { from: given, ...fields } = values;
      const from = localPath(given);
      if (!isOurs) {
        const outcome = stale?.(asked, fields.next ?? '') ?? null;
        if (outcome === null) await pages.sendStale(req, res, visit, from);
        else await this.#finish(asked, outcome);
        return;
      }
      const sent: Sent = { ...asked, values: fields, key, from };
      const work = () => signedInOr(from, () => done(sent));
      await this.#finish(sent, await (once === true ? this.#once(sent, work) : work()));
    });
  }

  async #once({ visit, req, key, values }: Sent, work: () => Promise<Outcome>): Promise<Outcome> {
    if (key === undefined) return work();
    const form = JSON.stringify([visit.id, req.path, key, values]);
    const first = await this.#repeated.once(form, async () => ({ outcome: await work(), visit }));
    // It may have signed the browser in.
    Object.assign(visit, first.visit);
    return first.outcome;
  }

  /** All of them, with what becomes of faults and of addresses that there are not. */
  router(): Router {
    // Pages that do not exist cost a page, too.
    this.#router.use(this.#spend('browse'), () => {
      throw new WaslError('common.NOT_FOUND', { detail: 'There is no such page.' });
    });
    this.#router.use(async (thrown: unknown, req: Request, res: Response, next: NextFunction) => {
      if (res.headersSent) return next(thrown);
      const pages = await this.#options.opened().catch(() => null);
      if (pages === null) return next(thrown);
      await pages.sendProblem(req, res, this.#visitIn(req, res), thrown);
    });
    return this.#router;
  }

  /** What went wrong after somebody was signed in is told to who is signed in, cookies and all. */
  #keep(res: Response, visit: Visit): Visit {
    res.locals[VISIT] = visit;
    return visit;
  }

  #visitIn(req: Request, res: Response): Visit {
    return (res.locals[VISIT] as Visit | undefined) ?? visitOf(req, this.locale, this.#options.budgets);
  }

  async #finish({ req, res, visit }: Asked, outcome: Outcome): Promise<void> {
    if (outcome === 'answered') return;
    if ('page' in outcome) {
      const pages = await this.#options.opened();
      await pages.sendOwn(req, res, visit, outcome);
      return;
    }
    for (const cookie of visit.cookies) res.append('Set-Cookie', cookie);
    res.redirect(303, `/${this.locale}${outcome.to}`);
  }

  #spend(rateClass: RateClass) {
    return async (req: Request, res: Response, next: NextFunction) => {
      await this.#options.budgets.spend(req, rateClass);
      applyHeaders(req, res);
      pagePolicy(req, res, next);
    };
  }
}

/** @param page Where to go on after signing in, or after a code of the second factor. */
async function signedInOr(page: string, work: () => Promise<Outcome>): Promise<Outcome> {
  try {
    return await work();
  } catch (error) {
    const next = encodeURIComponent(page);
    if (!(error instanceof WaslError)) throw error;
    if (error.code === 'auth.UNAUTHENTICATED') return { to: `/sign-in?next=${next}` };
    if (error.code === 'auth.MFA_REQUIRED' && isEnrolled(error))
      return { to: `/account/confirm?next=${next}` };
    throw error;
  }
}

/** What was refused is a code away. */
function isEnrolled({ extension }: WaslError): boolean {
  return (extension?.secondFactor as { enrolled?: boolean } | undefined)?.enrolled === true;
}

function askedOf(req: Request, res: Response, visit: Visit): Asked {
  const search = new URLSearchParams(contextOf(req).search);
  return { visit, params: req.params as Record<string, string>, search, req, res };
}
