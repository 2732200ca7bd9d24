import { announce } from './announce.ts';
import { fetchPage } from './fetch-page.ts';

/** Event on the document: the main content has been replaced by that of another page. */
export const SWAPPED = 'wasl:swapped';

let underWay: AbortController | null = null;
/** Address of the displayed page: a change of the fragment is ignored. */
let shown = location.pathname + location.search;

/**
 * Applies choices on a list or product without a page load: fetches the same address and replaces this page's main
 * content. On any irregularity the address is opened normally.
 */
export function swapChoices(): void {
  document.addEventListener('change', ({ target }) => {
    if (!(target instanceof HTMLInputElement || target instanceof HTMLSelectElement)) return;
    if (target.form?.hasAttribute('data-auto') === true) target.form.requestSubmit();
  });
  document.addEventListener('submit', (event) => {
    const form = event.target;
    if (!(form instanceof HTMLFormElement) || !form.hasAttribute('data-auto')) return;
    event.preventDefault();
    void swap(addressOf(form));
  });
  document.addEventListener('click', (event) => {
    const link =
      event.target instanceof Element ? event.target.closest<HTMLAnchorElement>('a[data-swap]') : null;
    if (
      link === null ||
      event.button !== 0 ||
      event.metaKey ||
      event.ctrlKey ||
      event.shiftKey ||
      event.altKey
    )
      return;
    event.preventDefault();
    void swap(link.href);
  });
  window.addEventListener('popstate', () => {
    if (location.pathname + location.search !== shown) void swap(location.href, false);
  });
}

/** An empty field is left out of the address. */
function addressOf(form: HTMLFormElement): string {
  const chosen = [...new FormData(form)].flatMap(([name, value]) =>
    typeof value === 'string' && value.trim() !== '' ? [[name, value]] : [],
  );
  const query = new URLSearchParams(chosen).toString();
  return form.action + (query === '' ? '' : `?${query}`);
}

async function swap(address: string, isNew = true): Promise<void> {
  underWay?.abort();
  const mine = new AbortController();
  underWay = mine;
  const main = document.querySelector('main');
  main?.setAttribute('aria-busy', 'true');
  try {
    const page = await fetchPage(address, mine.signal);
    const next = page?.querySelector('main');
    if (page == null || next == null || main === null) return location.assign(address);
    if (isNew) history.pushState(null, '', address);
    shown = location.pathname + location.search;
    put(page, next, main);
  } catch {
    // If a newer swap aborted this one, nothing is left to do. Otherwise a normal load shows the browser's error page.
    if (!mine.signal.aborted) location.assign(address);
  } finally {
    if (underWay === mine) main?.removeAttribute('aria-busy');
  }
}

function put(page: Document, next: Element, main: Element): void {
  const wasFocused = placeOf(document.activeElement, main);
  const open = [...main.querySelectorAll('details')].map((details) => details.open);
  for (const [at, details] of next.querySelectorAll('details').entries()) details.open ||= open[at] ?? false;
  main.replaceChildren(...next.childNodes);
  document.title = page.title;
  for (const link of document.querySelectorAll<HTMLAnchorElement>('a[data-language]')) {
    link.href = page.querySelector<HTMLAnchorElement>('a[data-language]')?.getAttribute('href') ?? link.href;
  }
  if (wasFocused !== null) focusOn(main, wasFocused);
  announce(main.querySelector('[data-count]')?.textContent ?? document.title);
  document.dispatchEvent(new CustomEvent(SWAPPED));
}

/** A selector for the focused control, to find it again in the new page. */
function placeOf(element: Element | null, main: Element): string | null {
  if (element === null || !main.contains(element)) return null;
  const name = element.getAttribute('name');
  if (name !== null) {
    const isChoice = element instanceof HTMLInputElement && element.type === 'checkbox';
    return `[name="${CSS.escape(name)}"]${isChoice ? `[value="${CSS.escape(element.value)}"]` : ''}`;
  }
  const href = element.getAttribute('href');
  return href === null ? 'summary' : `a[href="${CSS.escape(href)}"]`;
}

function focusOn(main: Element, place: string): void {
  const found = main.querySelector<HTMLElement>(place) ?? main.querySelector<HTMLElement>('h1');
  if (found?.tagName === 'H1') found.tabIndex = -1;
  found?.focus({ preventScroll: true });
}
