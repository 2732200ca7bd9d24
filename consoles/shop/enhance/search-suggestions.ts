import { announce } from './announce.ts';

const PAUSE_MS = 150;
const MIN_LENGTH = 2;

/** Suggestions while typing, as a combobox: the focus stays in the field, arrows move through the list. */
export function searchSuggestions(): void {
  for (const form of document.querySelectorAll<HTMLFormElement>('form[data-suggest]')) {
    const field = form.querySelector('input');
    const list = form.querySelector<HTMLElement>('[role=listbox]');
    if (field !== null && list !== null) new Suggestions(form, field, list);
  }
}

class Suggestions {
  readonly #address: string;
  readonly #field: HTMLInputElement;
  readonly #list: HTMLElement;
  #chosen: HTMLElement | null = null;
  #pause = 0;
  #asked: AbortController | null = null;
  /** What the list presently shows. */
  #shown = '';

  constructor(form: HTMLFormElement, field: HTMLInputElement, list: HTMLElement) {
    this.#address = form.dataset.suggest ?? '';
    this.#field = field;
    this.#list = list;
    for (const [name, value] of Object.entries({
      role: 'combobox',
      'aria-autocomplete': 'list',
      'aria-expanded': 'false',
      'aria-controls': list.id,
    }))
      field.setAttribute(name, value);
    field.addEventListener('input', () => this.#wait());
    field.addEventListener('keydown', (event) => this.#key(event));
    field.addEventListener('blur', () => this.#close());
    // A press must not move the focus before the click arrives.
    list.addEventListener('mousedown', (event) => event.preventDefault());
    list.addEventListener('click', ({ target }) => {
      const option = target instanceof Element ? target.closest<HTMLElement>('[role=option]') : null;
      if (option !== null) this.#go(option);
    });
    form.addEventListener('submit', () => this.#close());
  }

  #wait(): void {
    clearTimeout(this.#pause);
    this.#asked?.abort();
    const words = this.#field.value.trim();
    if (words.length < MIN_LENGTH) this.#close();
    else this.#pause = window.setTimeout(() => void this.#ask(words), PAUSE_MS);
  }

  async #ask(words: string): Promise<void> {
    const asked = new AbortController();
    this.#asked = asked;
    try {
      const reply = await fetch(`${this.#address}?q=${encodeURIComponent(words)}`, { signal: asked.signal });
      if (!reply.ok) return this.#close();
      const found = new DOMParser().parseFromString(await reply.text(), 'text/html');
      if (asked.signal.aborted || document.activeElement !== this.#field) return;
      this.#list.replaceChildren(...found.querySelectorAll('[role=option]'));
      this.#shown = words;
      this.#open();
      announce(this.#list.querySelector<HTMLElement>('[data-said]')?.dataset.said ?? '');
    } catch {
      // Superseded by newer input, or the server could not be reached: the form works without suggestions.
      if (!asked.signal.aborted) this.#close();
    }
  }

  #key(event: KeyboardEvent): void {
    // During composition, keys belong to the input method.
    if (event.isComposing) return;
    if (event.key === 'Escape' && !this.#list.hidden) {
      event.preventDefault();
      this.#close();
    } else if (event.key === 'ArrowDown' || event.key === 'ArrowUp') {
      if (this.#list.hidden && this.#shown !== '' && this.#shown === this.#field.value.trim()) this.#open();
      if (this.#list.hidden) return;
      event.preventDefault();
      this.#step(event.key === 'ArrowDown' ? 1 : -1);
    } else if (event.key === 'Enter' && this.#chosen !== null && !this.#list.hidden) {
      event.preventDefault();
      this.#go(this.#chosen);
    }
  }

  /** Cycles through the list and the field. */
  #step(by: 1 | -1): void {
    const options = [...this.#list.querySelectorAll<HTMLElement>('[role=option]')];
    const at = this.#chosen === null ? -1 : options.indexOf(this.#chosen);
    const next = (at + 1 + by + options.length + 1) % (options.length + 1);
    this.#choose(options[next - 1] ?? null);
  }

  #choose(option: HTMLElement | null): void {
    this.#chosen?.setAttribute('aria-selected', 'false');
    this.#chosen = option;
    if (option === null) {
      this.#field.removeAttribute('aria-activedescendant');
      return;
    }
    option.setAttribute('aria-selected', 'true');
    option.scrollIntoView({ block: 'nearest' });
    this.#field.setAttribute('aria-activedescendant', option.id);
  }

  #go({ dataset: { to } }: HTMLElement): void {
    if (to !== undefined) location.assign(to);
  }

  #open(): void {
    this.#choose(null);
    this.#list.hidden = false;
    this.#field.setAttribute('aria-expanded', 'true');
  }

  #close(): void {
    clearTimeout(this.#pause);
    this.#asked?.abort();
    this.#choose(null);
    this.#list.hidden = true;
    this.#field.setAttribute('aria-expanded', 'false');
  }
}
