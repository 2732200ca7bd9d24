import { type Form, formsOf, type Values } from './page-forms.ts';

/** A page as shown by a browser. */
export interface ShownPage {
  status: number;
  /** Path and query, after all redirects. */
  path: string;
  html: string;
  /** The readable text: without head, tags and hidden content, whitespace collapsed. */
  text: string;
  headers: Headers;
}

export interface PageClientOptions {
  /** Origin of the service. */
  url: string;
  /** Sent as X-Forwarded-For, so that limits per address, such as rate limits, apply to each browser separately. */
  address: string | (() => string);
  /** Used in place of the global fetch. */
  fetch?: (request: Request) => Promise<Response>;
}

const MAX_REDIRECTS = 10;
const REDIRECTS = new Set([301, 302, 303, 307, 308]);

/**
 * A browser without scripts: stores cookies, follows redirects, fills in and submits the forms of its page. It cannot
 * fill in a field that the form does not have.
 */
export class PageClient {
  readonly cookies = new Map<string, string>();
  readonly #options: PageClientOptions;
  #page: ShownPage | null = null;

  constructor(options: PageClientOptions) {
    this.#options = options;
  }

  get address(): string {
    const { address } = this.#options;
    return typeof address === 'string' ? address : address();
  }

  get #url(): string {
    return this.#options.url;
  }

  /** The present page. */
  get page(): ShownPage {
    if (this.#page === null) throw new Error('open a page first');
    return this.#page;
  }

  /** Another window of the same browser: it has the present cookies and the same address. */
  copy(): PageClient {
    const copy = new PageClient(this.#options);
    for (const [name, value] of this.cookies) copy.cookies.set(name, value);
    return copy;
  }

  /** @param path With its language, e.g. "/en/cart". */
  async open(path: string, headers: Record<string, string> = {}): Promise<ShownPage> {
    return this.#show(await this.#follow(path, { headers }));
  }

  /** The page's forms with this action, without the language; the query may be left out. */
  forms(action: string): Form[] {
    return formsOf(this.page.html).filter((form) => {
      const place = form.action.replace(/^\/(ar|en)/, '');
      return place === action || place.replace(/\?.*$/, '') === action;
    });
  }

  /** The first of them. Throws if there is none. */
  form(action: string): Form {
    const [form] = this.forms(action);
    if (form === undefined) throw new Error(`${this.page.path} has no form for ${action}`);
    return form;
  }

  /** What the browser would submit: the form's values, with the given ones filled in. */
  filled(action: string | Form, values: Values = {}, button?: string): URLSearchParams {
    return (typeof action === 'string' ? this.form(action) : action).filled(values, button);
  }

  /**
   * Submits a form of the page and shows the result.
   * @param action As in `forms`, or one of those. @param button Name of the button to press, if it has one;
   * "name=value" if several have it.
   */
  async submit(action: string | Form, values: Values = {}, button?: string): Promise<ShownPage> {
    const form = typeof action === 'string' ? this.form(action) : action;
    const fields = form.filled(values, button);
    if (form.method === 'get') return this.open(`${form.action}?${fields}`);
    return this.post(form.action, fields);
  }

  /** Submits arbitrary fields, which no form of the service may have, and shows the result. */
  async post(path: string, fields: URLSearchParams | Record<string, string>): Promise<ShownPage> {
    return this.#show(await this.#follow(path, { method: 'POST', body: new URLSearchParams(fields) }));
  }

  /** The raw response: redirects are not followed, and the present page stays. */
  async ask(path: string, init: RequestInit & { headers?: Record<string, string> } = {}): Promise<Response> {
    const cookie = [...this.cookies].map(([name, value]) => `${name}=${value}`).join('; ');
    const headers = {
      'X-Forwarded-For': this.address,
      ...(cookie === '' ? {} : { cookie }),
      ...(init.method === 'POST' ? { origin: this.#url } : {}),
      ...init.headers,
    };
    const { fetch = globalThis.fetch } = this.#options;
    const response = await fetch(new Request(this.#url + path, { ...init, redirect: 'manual', headers }));
    for (const set of response.headers.getSetCookie()) this.#keep(set);
    return response;
  }

  async #follow(
    path: string,
    init: RequestInit & { headers?: Record<string, string> },
  ): Promise<{ path: string; response: Response }> {
    let at = path;
    let response = await this.ask(at, init);
    for (let count = 0; REDIRECTS.has(response.status); count += 1) {
      if (count === MAX_REDIRECTS) throw new Error(`${path} leads nowhere`);
      await response.body?.cancel();
      const target = new URL(response.headers.get('location') ?? '', new URL(at, this.#url));
      if (target.origin !== new URL(this.#url).origin) throw new Error(`${at} leads to ${target.href}`);
      at = target.pathname + target.search;
      response = await this.ask(at, { headers: init.headers ?? {} });
    }
    return { path: at, response };
  }

  async #show({ path, response }: { path: string; response: Response }): Promise<ShownPage> {
    const html = await response.text();
    this.#page = { status: response.status, path, html, text: textOf(html), headers: response.headers };
    return this.#page;
  }

  #keep(set: string): void {
    const [pair = '', ...attributes] = set.split(';').map((part) => part.trim());
    const name = pair.slice(0, pair.indexOf('='));
    if (attributes.some((attribute) => /^max-age=0$/i.test(attribute))) this.cookies.delete(name);
    else this.cookies.set(name, pair.slice(pair.indexOf('=') + 1));
  }
}

function textOf(html: string): string {
  return html
    .replace(/<(head|script|template)\b[\s\S]*?<\/\1>/g, ' ')
    .replace(/<[^>]*>/g, ' ')
    .replaceAll('&quot;', '"')
    .replaceAll('&#x27;', "'")
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replaceAll('&amp;', '&')
    .replace(/\s+/g, ' ')
    .trim();
}
