import './styles/shop.css';
import icon from '../shared/ui/brand-mark.svg?url';
import { keepCodes } from './enhance/keep-codes.ts';
import social from './pictures/social.png?url';

/** What script adds to pages that work without it. */

/** The build lists them beside this script; pages name them in their head. */
export { icon, social };

/** Pages are kept for everybody: how much is in the cart stands in a cookie of its own. */
function showCartCount(): void {
  const count = /(?:^|; )wasl-cart-count=(\d+)/.exec(document.cookie)?.[1] ?? '0';
  for (const badge of document.querySelectorAll<HTMLElement>('[data-cart-count]')) {
    badge.textContent = count;
    badge.hidden = count === '0';
  }
}

/** A page that comes back from the browser's memory has keys that were used: what is sent again is meant again. */
function renewKeys(): void {
  for (const field of document.querySelectorAll<HTMLInputElement>('input[name="key"]')) {
    const random = crypto.getRandomValues(new Uint8Array(12));
    field.value = Array.from(random, (byte) => byte.toString(16).padStart(2, '0')).join('');
  }
}

/** A choice is looked at as soon as it is made; the button for it is for browsers without script. */
function submitOnChange(): void {
  document.addEventListener('change', ({ target }) => {
    if (!(target instanceof HTMLInputElement || target instanceof HTMLSelectElement)) return;
    if (target.form?.hasAttribute('data-auto') === true) target.form.requestSubmit();
  });
}

document.documentElement.dataset.script = 'on';
showCartCount();
submitOnChange();
keepCodes();
if (document.querySelector('.password') !== null) {
  void import('./enhance/reveal-password.ts').then(({ revealPasswords }) => revealPasswords());
}
window.addEventListener('pageshow', ({ persisted }) => {
  showCartCount();
  if (persisted) renewKeys();
});

/** The page of an order keeps itself up to date; what that takes is loaded there alone. */
async function followOrder(): Promise<void> {
  const live = document.getElementById('live');
  if (live === null) return;
  const { LiveOrder } = await import('./enhance/live-order.ts');
  new LiveOrder(live);
}

void followOrder();
