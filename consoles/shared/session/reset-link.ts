/** Where the link of a forgotten password leads, below the console's own address. */
const PLACE = /\/reset-password\/?$/;

/**
 * The token of the link that this page was opened by, taken out of the address so that it stays in no history; empty
 * when the link has lost it, null for any other address.
 */
export function takeResetToken(): string | null {
  const { pathname, search, hash } = location;
  if (!PLACE.test(pathname)) return null;
  // Behind #, no server and no log sees it; a mail program may have made it a query.
  const token = new URLSearchParams(hash.slice(1)).get('token') ?? new URLSearchParams(search).get('token');
  history.replaceState(null, '', pathname.replace(PLACE, '/'));
  return token ?? '';
}
