import { type GuideHit, GuideSearch } from '../shared/guide-search/guide-search.ts';
import type { GuideLocale } from '../shared/guide-search/terms.ts';

const MAX_HITS = 8;
const INDEX_TIMEOUT_MS = 20_000;

/** Shows answers below the search field while somebody types. The form names index, language and texts. */
export function searchBox(form: HTMLFormElement): void {
  const { index = '', root = '', none = '', failed = '' } = form.dataset;
  const input = form.querySelector('input');
  const list = form.querySelector('ul');
  const status = form.querySelector('[role=status]');
  if (input === null || list === null || status === null) return;
  const locale: GuideLocale = document.documentElement.lang === 'ar' ? 'ar' : 'en';
  let loading: Promise<GuideSearch> | null = null;
  const search = () => {
    loading ??= load(index, locale).catch((error: unknown) => {
      loading = null;
      throw error;
    });
    return loading;
  };
  const close = () => {
    list.replaceChildren();
    status.textContent = '';
  };
  const show = async () => {
    const question = input.value.trim();
    if (question === '') return close();
    try {
      const found = (await search()).find(question, MAX_HITS);
      // Somebody may have typed on meanwhile.
      if (question !== input.value.trim()) return;
      list.replaceChildren(...found.map((hit) => itemOf(hit, root)));
      status.textContent = found.length === 0 ? none : '';
    } catch {
      status.textContent = failed;
    }
  };
  input.addEventListener('input', show);
  form.addEventListener('submit', (event) => {
    event.preventDefault();
    show().then(() => list.querySelector('a')?.click());
  });
  form.addEventListener('keydown', (event) => {
    if (event.key === 'Escape') {
      close();
      input.focus();
    }
    if (event.key === 'ArrowDown' || event.key === 'ArrowUp') move(event, input, list);
  });
  form.addEventListener('focusout', ({ relatedTarget }) => {
    if (!(relatedTarget instanceof Node) || !form.contains(relatedTarget)) close();
  });
  show();
}

async function load(index: string, locale: GuideLocale): Promise<GuideSearch> {
  const answer = await fetch(index, { signal: AbortSignal.timeout(INDEX_TIMEOUT_MS) });
  if (!answer.ok) throw new Error(`the index answered ${answer.status}`);
  return new GuideSearch(await answer.text(), locale);
}

function itemOf({ id, title, about }: GuideHit, root: string): HTMLLIElement {
  const item = document.createElement('li');
  const link = document.createElement('a');
  link.href = `${root}${id}`;
  const name = document.createElement('strong');
  name.textContent = title;
  const what = document.createElement('span');
  what.textContent = about;
  link.append(name, what);
  item.append(link);
  return item;
}

/** The arrow keys go from the field through the answers and back. */
function move(event: KeyboardEvent, input: HTMLInputElement, list: HTMLUListElement): void {
  const stops = [input, ...list.querySelectorAll('a')];
  const at = stops.indexOf(document.activeElement as HTMLInputElement);
  const next = stops[at + (event.key === 'ArrowDown' ? 1 : -1)];
  if (next === undefined) return;
  event.preventDefault();
  next.focus();
}
