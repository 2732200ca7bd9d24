import { announce } from './announce.ts';

const PAUSE_MS = 500;

/** Changes quantities in the cart without loading the page; presses in quick succession are sent together. */
export function enhanceCart(): void {
  let waiting: ReturnType<typeof setTimeout> | undefined;
  const send = (form: HTMLFormElement, pause: number) => {
    clearTimeout(waiting);
    waiting = setTimeout(() => void put(form), pause);
  };
  document.addEventListener('click', (event) => {
    const button = event.target instanceof Element ? event.target.closest('button[name="step"]') : null;
    const form = button?.closest('form');
    const field = form?.querySelector<HTMLInputElement>('input[name="quantity"]');
    if (!(button instanceof HTMLButtonElement) || form == null || field == null) return;
    const quantity = Number(field.value) + (button.value === 'more' ? 1 : -1);
    // The form handles the removal of a line, and input that is not a number.
    if (!Number.isInteger(quantity) || quantity < 1 || quantity > 99) return;
    event.preventDefault();
    field.value = String(quantity);
    send(form, PAUSE_MS);
  });
  document.addEventListener('change', ({ target }) => {
    if (!(target instanceof HTMLInputElement) || target.name !== 'quantity') return;
    const form = target.closest<HTMLFormElement>('form[data-line]');
    if (form !== null) send(form, 0);
  });
}

/** Sends the form and shows the new cart; anything unexpected is left to the browser. */
async function put(form: HTMLFormElement): Promise<void> {
  const body = new URLSearchParams();
  for (const [name, value] of new FormData(form)) if (typeof value === 'string') body.append(name, value);
  const main = document.querySelector('main');
  try {
    const answer = await fetch(form.action, { method: 'POST', body });
    const page = new DOMParser().parseFromString(await answer.text(), 'text/html');
    const next = page.querySelector('main');
    if (!answer.ok || next === null || main === null) throw new Error('not a cart');
    const { activeElement } = document;
    const focused = activeElement?.closest('form')?.getAttribute('action') ?? null;
    const name = activeElement instanceof HTMLButtonElement ? `[value="${activeElement.value}"]` : 'input';
    main.replaceChildren(...next.childNodes);
    document.dispatchEvent(new CustomEvent('wasl:swapped'));
    // Not every screen reader announces a status that is in the page when it loads.
    const news = main.querySelectorAll('[role="status"], .cart-sum .sum > *');
    announce([...news].map(({ textContent }) => textContent).join(' '));
    if (focused !== null) {
      const again = main.querySelector<HTMLElement>(`form[action="${CSS.escape(focused)}"]`);
      again?.querySelector<HTMLElement>(`${name}:not([type="hidden"])`)?.focus();
    }
  } catch {
    form.submit();
  }
}
