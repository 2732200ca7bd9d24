import './styles/shop.css';
import './styles/frame.css';
import './styles/browse.css';
import { isInShell } from '../shared/shell/in-shell.ts';
import { whenIdle } from '../shared/theme/when-idle.ts';
import icon from '../shared/ui/brand-mark.svg?url';
import { enhanceCart } from './enhance/cart-steps.ts';
import { enhanceCheckout } from './enhance/checkout.ts';
import { gallery } from './enhance/gallery.ts';
import { keepCodes } from './enhance/keep-codes.ts';
import { lateShopFonts } from './enhance/late-fonts.ts';
import { moreProducts } from './enhance/more-products.ts';
import { enhancePins } from './enhance/pin.ts';
import { forgetSeen, recentlySeen } from './enhance/recently-seen.ts';
import { registerWorker } from './enhance/register-worker.ts';
import { searchSuggestions } from './enhance/search-suggestions.ts';
import { sendOnce } from './enhance/send-once.ts';
import { SWAPPED, swapChoices } from './enhance/swap.ts';
import icon180 from './icons/icon-180.png?url';
import icon192 from './icons/icon-192.png?url';
import icon512 from './icons/icon-512.png?url';
import maskable192 from './icons/maskable-192.png?url';
import maskable512 from './icons/maskable-512.png?url';
import social from './pictures/social.png?url';

/** Script enhancements; pages work without them. */

/** The build lists them beside this script; pages reference them in their head. */
export { icon, icon180, icon192, icon512, maskable192, maskable512, social };

/** Pages are cached for all visitors, so the counts of cart and notifications are in cookies of their own. */
const COUNTS = { 'wasl-cart-count': '[data-cart-count]', 'wasl-unread': '[data-unread-count]' };

function showCounts(): void {
  const cookies = document.cookie;
  for (const [cookie, badges] of Object.entries(COUNTS)) {
    const count = new RegExp(`(?:^|; )${cookie}=(\\d+)`).exec(cookies)?.[1] ?? '0';
    for (const badge of document.querySelectorAll<HTMLElement>(badges)) {
      badge.textContent = count;
      badge.hidden = count === '0';
    }
  }
}

/** A page restored from the browser's back cache has used keys: give it new ones, since another submit is intended. */
function renewKeys(): void {
  for (const field of document.querySelectorAll<HTMLInputElement>('input[name="key"]')) {
    const random = crypto.getRandomValues(new Uint8Array(12));
    field.value = Array.from(random, (byte) => byte.toString(16).padStart(2, '0')).join('');
  }
}

/** Work that can wait is a task of its own, since the task that ends parsing also lays the page out. */
function enhance(): void {
  swapChoices();
  moreProducts();
  gallery();
  forgetSeen();
  recentlySeen();
  searchSuggestions();
  enhanceCart();
  enhanceCheckout();
  document.addEventListener(SWAPPED, recentlySeen);
  document.addEventListener(SWAPPED, showCounts);
  if (document.querySelector('.password') !== null) {
    void import('./enhance/reveal-password.ts').then(({ revealPasswords }) => revealPasswords());
  }
  if (document.querySelector('[data-share]') !== null)
    void import('./enhance/share.ts').then(({ enableSharing }) => enableSharing());
  void followOrder();
  if (isInShell) whenIdle(() => void import('./enhance/join-app.ts').then(({ joinApp }) => joinApp()));
  registerWorker();
  lateShopFonts();
}

/** An order's page updates itself; the code for it is loaded only there. */
async function followOrder(): Promise<void> {
  const live = document.getElementById('live');
  if (live === null) return;
  const { LiveOrder } = await import('./enhance/live-order.ts');
  new LiveOrder(live);
}

document.documentElement.dataset.script = 'on';
showCounts();
// Elements that need script are shown before the first paint.
keepCodes();
enhancePins();
sendOnce();
window.addEventListener('pageshow', ({ persisted }) => {
  showCounts();
  if (persisted) renewKeys();
});
setTimeout(enhance);
