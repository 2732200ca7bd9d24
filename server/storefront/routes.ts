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
  /** Path parameters, e.g. `id`. */
  params: Record<string, string>;
  /** The query in the URL. */
  search: URLSearchParams;
  req: Request;
  /** For cookies and headers. */
  res: Response;
}

/** A submitted form with a valid token. */
export interface Sent extends Asked {
  /** Its fields; repeated and missing ones are left out. */
  values: Record<string, string>;
  /** Single-use: the Idempotency-Key of the form's action. */
  key: string | undefined;
  /** The form's page, without the language. */
  from: string;
}

/**
 * How a request is answered: a redirect to a path without the language; this page; or not at all, because the response
 * has been sent already.
 */
export type Outcome = { to: string } | ShownPage | 'answered';

export interface RoutesOptions {
  budgets: AddressBudgets;
  sessions: PageSessions;
  /** Throws common.NOT_FOUND if the pages have not been built. */
  opened(): Promise<Pages>;
}

export interface FormOptions {
  /**
   * If the same form is submitted again right away, it gets the first one's outcome including cookies: for operations
   * without an Idempotency-Key. The outcome must not be `answered`.
   */
  once?: boolean;
  /**
   * The outcome for a form that was rendered before this browser signed in or out; null: the page must be opened again.
   * The form's action must not be performed, since it is unknown who filled it in. @param next As in the form.
   */
  stale?(asked: Asked, next: string): Outcome | null;
}

const VISIT = 'visit';
const MAX_FORM_SIZE = '16kb';
const form = express.urlencoded({ extended: false, limit: MAX_FORM_SIZE, parameterLimit: 100 });

/** The routes of one language's pages, and what they have in common. */
export class Routes {
  readonly locale: Locale;
  readonly #router = Router();
  readonly #options: RoutesOptions;
  readonly #repeated = new RepeatedForms<{ outcome: Outcome; visit: Visit }>();

  constructor(locale: Locale, options: RoutesOptions) {
    this.locale = locale;
    this.#options = options;
  }

  /** A public page. */
  everybodys(path: string, make: (asked: Asked) => Promise<PublicPage>): void {
    this.#router.get(path, this.#spend('browse'), async (req, res) => {
      const pages = await this.#options.opened();
      const visit = this.#keep(res, visitOf(req, this.locale, this.#options.budgets));
      pages.sendPublic(req, res, visit, await make(askedOf(req, res, visit)));
    });
  }

  /** A personal page. If it needs an account, redirects to signing in and back. */
  own(path: string, show: (asked: Asked) => Promise<Outcome>): void {
    this.#router.get(path, this.#spend('browse'), async (req, res) => {
      await this.#options.opened();
      const visit = this.#keep(res, await ownVisitOf(req, this.locale, this.#options));
      const asked = askedOf(req, res, visit);
      const here = req.path + (asked.search.size === 0 ? '' : `?${asked.search}`);
      await this.#finish(asked, await signedInOr(here, () => show(asked)));
    });
  }

  /** The action of a form. If it needs an account, redirects to signing in and back to the form's page. */
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
    // The first submission may have signed the browser in.
    Object.assign(visit, first.visit);
    return first.outcome;
  }

  /** All routes, with the handling of errors and unknown paths. */
  router(): Router {
    // Unknown paths count against the budget too.
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

  /** Remembers the visit, so that an error page after signing in is for the signed-in account and sets its cookies. */
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

/** @param page Where to continue after signing in, or after a second-factor code. */
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

/** Whether the account has a second factor, so that a code is enough to continue. */
function isEnrolled({ extension }: WaslError): boolean {
  return (extension?.secondFactor as { enrolled?: boolean } | undefined)?.enrolled === true;
}

function askedOf(req: Request, res: Response, visit: Visit): Asked {
  const search = new URLSearchParams(contextOf(req).search);
  return { visit, params: req.params as Record<string, string>, search, req, res };
}
