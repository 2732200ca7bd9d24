import { phoneShell } from '../../shared/shell/phone-shell.ts';
import { SWAPPED } from './swap.ts';

const BUTTONS = '[data-share]';

/** Shares products through the phone app around this page, or else the browser. If neither can, the button stays hidden. */
export function enableSharing(): void {
  if (phoneShell === null && navigator.share === undefined) return;
  showButtons();
  document.addEventListener(SWAPPED, showButtons);
  document.addEventListener('click', ({ target }) => {
    const button = target instanceof Element ? target.closest<HTMLElement>(BUTTONS) : null;
    if (button !== null) share(button.dataset.share ?? '', location.href);
  });
}

function showButtons(): void {
  for (const button of document.querySelectorAll<HTMLElement>(BUTTONS)) button.hidden = false;
}

function share(title: string, url: string): void {
  if (phoneShell !== null) phoneShell.share(title, url);
  // Rejects when the person changes their mind.
  else navigator.share({ title, url }).catch(() => undefined);
}
