/** Where the focus was, and its fallbacks if that element is removed. */
interface Place {
  element: HTMLElement;
  /** Its ancestors, nearest first, each with its index among its siblings: the next row takes a removed row's index. */
  within: readonly { element: Element; at: number }[];
}

const OVERLAY =
  'dialog[open], [role=dialog], [role=alertdialog], [role=menu], [role=listbox][data-trigger], [data-overlay]';
const FOCUSABLE =
  'a[href], button:not([disabled]), input:not([disabled]), select:not([disabled]), textarea:not([disabled]), [tabindex]:not([tabindex="-1"])';
const ROW = 'tr, li, [role=row], [role=option]';
const MAX_PLACES = 12;

/** Former places of the focus, latest last. */
let places: Place[] = [];
let scheduled = false;

/**
 * Keeps the focus from falling back to the page's body. When the focused element is removed (a dialog closes, a row is
 * done, a panel is shut), the focus returns to its former place; if that is gone too, to what took its place; else to
 * the heading.
 */
export function keepFocus(): () => void {
  const remember = ({ target }: FocusEvent) => {
    if (!(target instanceof HTMLElement) || target === document.body) return;
    places = places.filter(({ element }) => element !== target);
    places.push({ element: target, within: pathOf(target) });
    if (places.length > MAX_PLACES) places.shift();
  };
  const watch = new MutationObserver(() => {
    if (scheduled || !isLost()) return;
    scheduled = true;
    // A closing overlay may restore the focus itself, up to two frames later.
    requestAnimationFrame(() =>
      requestAnimationFrame(() => {
        scheduled = false;
        if (isLost()) restore();
      }),
    );
  });
  document.addEventListener('focusin', remember);
  watch.observe(document.body, { childList: true, subtree: true });
  return () => {
    document.removeEventListener('focusin', remember);
    watch.disconnect();
    places = [];
  };
}

/** The focused element was removed; not: the user clicked beside everything. */
function isLost(): boolean {
  const last = places.at(-1);
  if (last === undefined || last.element.isConnected) return false;
  return document.activeElement === null || document.activeElement === document.body;
}

function restore(): void {
  const above = [...document.querySelectorAll<HTMLElement>(OVERLAY)].at(-1);
  for (const { element, within } of places.toReversed()) {
    const target = usable(element) ? element : substituteFor(within);
    if (target === null || (above !== undefined && !above.contains(target))) continue;
    if (focus(target)) return;
  }
  const home = above ?? document.querySelector<HTMLElement>('main h1') ?? document.querySelector('main');
  if (home instanceof HTMLElement) focusAnyway(home);
}

/** The next row if there is one, else the nearest scroll container. A closed overlay has no substitute. */
function substituteFor(within: Place['within']): HTMLElement | null {
  if (within.some(({ element }) => element.matches(OVERLAY) && !element.isConnected)) return null;
  const nearest = within.findIndex(({ element }) => element.isConnected);
  const container = within[nearest]?.element;
  const lost = within[nearest - 1];
  if (container === undefined || lost === undefined) return null;
  if (lost.element.matches(ROW)) {
    const sibling = container.children[Math.min(lost.at, container.children.length - 1)];
    const next = sibling === undefined ? null : firstFocusable(sibling);
    if (next !== null) return next;
  }
  for (const { element } of within.slice(nearest)) {
    if (element.matches('main, body')) return null;
    if (element instanceof HTMLElement && element.matches(FOCUSABLE)) return element;
    const heading = element.querySelector<HTMLElement>('h1, h2');
    if (heading !== null && usable(heading)) return heading;
  }
  return null;
}

function firstFocusable(element: Element): HTMLElement | null {
  if (element instanceof HTMLElement && element.matches(FOCUSABLE) && usable(element)) return element;
  return [...element.querySelectorAll<HTMLElement>(FOCUSABLE)].find(usable) ?? null;
}

function usable(element: HTMLElement): boolean {
  return element.isConnected && element.getClientRects().length > 0 && element.closest('[inert]') === null;
}

function focus(element: HTMLElement): boolean {
  if (!element.matches(FOCUSABLE)) return focusAnyway(element);
  element.focus({ preventScroll: true });
  return document.activeElement === element;
}

/** Makes a heading focusable for this once, without making it a tab stop. */
function focusAnyway(element: HTMLElement): boolean {
  if (!element.hasAttribute('tabindex')) {
    element.tabIndex = -1;
    element.addEventListener('blur', () => element.removeAttribute('tabindex'), { once: true });
  }
  element.focus({ preventScroll: true });
  return document.activeElement === element;
}

function pathOf(element: Element): Place['within'] {
  const path: { element: Element; at: number }[] = [];
  for (let one: Element | null = element; one !== null && one !== document.body; one = one.parentElement) {
    const { parentElement } = one;
    path.push({ element: one, at: parentElement === null ? 0 : [...parentElement.children].indexOf(one) });
  }
  return path;
}
