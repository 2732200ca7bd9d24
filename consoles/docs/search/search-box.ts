import type { GuideHit } from '../../shared/guide-search/guide-search.ts';
import type { GuideLocale } from '../../shared/guide-search/terms.ts';
import { SearchThread } from './search-thread.ts';

const MAX_HITS = 8;

/** Shows answers below the search field while somebody types. The form names index, language and texts. */
export function searchBox(form: HTMLFormElement): void {
  const { index = '', root = '', none = '', failed = '' } = form.dataset;
  const input = form.querySelector('input');
  const list = form.querySelector('ul');
  const status = form.querySelector('[role=status]');
  if (input === null || list === null || status === null) return;
  const locale: GuideLocale = document.documentElement.lang === 'ar' ? 'ar' : 'en';
  let thread: SearchThread | null = null;
  /** What is to be answered now; empty: the list is closed. */
  let wanted = '';
  let answering: Promise<void> | null = null;
  // All that has links. The heading stays, so that the page still says what it is.
  const behind = document.querySelectorAll<HTMLElement>('.list, main > :not(h1), .foot');
  const show = (hits: readonly GuideHit[], said: string) => {
    // A link half under the list could not be hit surely.
    for (const part of behind) part.inert = hits.length > 0;
    list.replaceChildren(...hits.map((hit) => itemOf(hit, root)));
    status.textContent = said;
  };
  const find = async (question: string) => {
    try {
      thread ??= new SearchThread(index, locale);
      return await thread.find(question, MAX_HITS);
    } catch {
      // The next question begins from the start.
      thread?.end();
      thread = null;
      return null;
    }
  };
  /** One question at a time, always the newest: no answer comes after that of a later question. */
  const answerWanted = async () => {
    let question: string;
    do {
      question = wanted;
      const hits = question === '' ? [] : await find(question);
      if (question !== wanted || question === '') continue;
      if (hits === null) show([], failed);
      else show(hits, hits.length === 0 ? none : '');
    } while (question !== wanted);
  };
  const answer = (question: string) => {
    wanted = question;
    if (question === '') show([], '');
    answering ??= answerWanted().finally(() => {
      answering = null;
    });
    return answering;
  };
  const close = () => answer('');
  const ask = () => answer(input.value.trim());
  input.addEventListener('input', ask);
  form.addEventListener('submit', (event) => {
    event.preventDefault();
    ask().then(() => list.querySelector('a')?.click());
  });
  document.addEventListener('keydown', ({ key }) => {
    if (key !== 'Escape' || wanted === '') return;
    close();
    input.focus();
  });
  document.addEventListener('pointerdown', ({ target }) => {
    if (target instanceof Node && !form.contains(target)) close();
  });
  form.addEventListener('keydown', (event) => {
    if (event.key === 'ArrowDown' || event.key === 'ArrowUp') move(event, input, list);
  });
  form.addEventListener('focusout', ({ relatedTarget }) => {
    // Safari gives the focus to nothing when a link is pressed: presses are looked at above.
    if (relatedTarget instanceof Node && !form.contains(relatedTarget)) close();
  });
  ask();
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
