import { announce } from './announce.ts';
import { fetchPage } from './fetch-page.ts';

/** Appends further products to the list, and focuses the first of them. */
export function moreProducts(): void {
  document.addEventListener('click', (event) => {
    const link =
      event.target instanceof Element ? event.target.closest<HTMLAnchorElement>('a[data-more]') : null;
    if (link === null || event.button !== 0 || event.metaKey || event.ctrlKey || event.shiftKey) return;
    event.preventDefault();
    if (link.getAttribute('aria-disabled') === 'true') return;
    link.setAttribute('aria-disabled', 'true');
    append(link).catch(() => location.assign(link.href));
  });
}

async function append(link: HTMLAnchorElement): Promise<void> {
  const page = await fetchPage(link.href, AbortSignal.timeout(20_000));
  const items = [...(page?.querySelectorAll('[data-list] > li') ?? [])];
  const list = document.querySelector('[data-list]');
  // Another list was chosen while this one was loading.
  if (!link.isConnected) return;
  if (items.length === 0 || list === null) return location.assign(link.href);
  list.append(...items);
  const next = page?.querySelector('[data-next]');
  const place = link.closest('[data-next]');
  if (next == null) place?.remove();
  else place?.replaceWith(next);
  items[0]?.querySelector('a')?.focus();
  announce(page?.querySelector<HTMLElement>('[data-list]')?.dataset.shown ?? '');
}
