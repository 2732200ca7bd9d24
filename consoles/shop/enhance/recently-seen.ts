interface Seen {
  id: string;
  name: string;
  locale: string;
  /** URL of the picture. */
  image: string | null;
}

const KEY = 'wasl-seen';
const MAX_KEPT = 12;

/** Products viewed in this browser, stored only here and shown where a page has a place for them. */
export function recentlySeen(): void {
  const here = seenHere();
  const gone = document.querySelector('[data-problem="404"]') !== null;
  const others = remembered().filter(({ id }) =>
    gone ? !location.pathname.endsWith(`/p/${id}`) : id !== here?.id,
  );
  const place = document.querySelector<HTMLElement>('[data-recently-seen]');
  // Names are stored per language.
  const shown = others.filter(({ locale }) => locale === document.documentElement.lang);
  if (place !== null && shown.length > 0) {
    place.querySelector('ul')?.replaceChildren(...shown.map(cardOf));
    place.hidden = false;
  }
  if (here !== null || gone) remember(here === null ? others : [here, ...others].slice(0, MAX_KEPT));
}

/** Called on sign-out and account closure, so that the next user of this device sees nothing. */
export function forgetSeen(): void {
  document.addEventListener('submit', ({ target }) => {
    if (target instanceof HTMLFormElement && target.hasAttribute('data-forget-seen')) remember([]);
  });
  if (document.querySelector('[data-forget-seen]:not(form)') !== null) remember([]);
}

function seenHere(): Seen | null {
  const text = document.querySelector<HTMLElement>('[data-seen]')?.dataset.seen;
  return text === undefined ? null : (JSON.parse(text) as Seen);
}

function cardOf({ id, name, locale, image }: Seen): HTMLElement {
  const item = document.createElement('li');
  const link = document.createElement('a');
  link.className = 'card';
  link.href = `/${locale}/p/${encodeURIComponent(id)}`;
  const picture = document.createElement('span');
  picture.className = 'picture';
  if (image === null) {
    picture.classList.add('no-picture', 'tint-0');
    picture.textContent = name.charAt(0);
    picture.ariaHidden = 'true';
  } else {
    const shown = Object.assign(new Image(), { alt: '', loading: 'lazy', src: image });
    picture.append(shown);
  }
  const called = document.createElement('span');
  called.className = 'card-name';
  called.textContent = name;
  link.append(picture, called);
  item.append(link);
  return item;
}

/** Empty if the browser has stored nothing, or something invalid. */
function remembered(): Seen[] {
  try {
    const kept: unknown = JSON.parse(localStorage.getItem(KEY) ?? '[]');
    return Array.isArray(kept) ? kept.filter(isSeen) : [];
  } catch {
    return [];
  }
}

function isSeen(value: Partial<Seen> | null): value is Seen {
  const { id, name, locale, image } = value ?? {};
  const isImage = image === null || (typeof image === 'string' && image.startsWith('/'));
  return (
    typeof id === 'string' && typeof name === 'string' && (locale === 'ar' || locale === 'en') && isImage
  );
}

function remember(seen: readonly Seen[]): void {
  try {
    localStorage.setItem(KEY, JSON.stringify(seen));
  } catch {
    // Storage is full or switched off: nothing is remembered.
  }
}
