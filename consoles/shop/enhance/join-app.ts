import { phoneShell } from '../../shared/shell/phone-shell.ts';
import { fetchPage } from './fetch-page.ts';

const JOINED = 'wasl.joined-app';
const TIMEOUT_MS = 10_000;

/**
 * Gives the phone app around this page a token for notifications, once for each start of the app. A sign-in page begins
 * again: somebody else may sign in. Failures are left to the next page.
 */
export async function joinApp(): Promise<void> {
  if (phoneShell === null) return;
  showUnread();
  const { lang } = document.documentElement;
  if (location.pathname === `/${lang}/sign-in`) sessionStorage.removeItem(JOINED);
  if (sessionStorage.getItem(JOINED) !== null) return;
  try {
    const page = await fetchPage(`/${lang}/account/devices`, AbortSignal.timeout(TIMEOUT_MS));
    const form = page?.querySelector<HTMLFormElement>('form[data-join-app]');
    if (form == null) return;
    const body = new URLSearchParams();
    for (const { name, value } of form.querySelectorAll('input')) body.append(name, value);
    const address = form.getAttribute('action') ?? '';
    const reply = await fetch(address, { method: 'POST', body, signal: AbortSignal.timeout(TIMEOUT_MS) });
    if (!reply.ok) return;
    const { accountId, token } = (await reply.json()) as { accountId: string; token: string };
    phoneShell.signedIn(accountId, token);
    sessionStorage.setItem(JOINED, '1');
  } catch {
    // No network.
  }
}

/** Notifications that were read here need not stay on the phone's screen. */
function showUnread(): void {
  const unread = /(?:^|; )wasl-unread=(\d+)/.exec(document.cookie)?.[1];
  if (unread !== undefined) phoneShell?.badge(Number(unread));
}
