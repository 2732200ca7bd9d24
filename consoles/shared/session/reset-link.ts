/** Path of password reset links, below the console's own address. */
const PLACE = /\/reset-password\/?$/;

/**
 * Takes the token out of the address this page was opened with, so that no history keeps it. Empty if the link has lost
 * it; null for any other address.
 */
export function takeResetToken(): string | null {
  const { pathname, search, hash } = location;
  if (!PLACE.test(pathname)) return null;
  // In the fragment, no server and no log sees it; a mail program may have turned it into a query.
  const token = new URLSearchParams(hash.slice(1)).get('token') ?? new URLSearchParams(search).get('token');
  history.replaceState(null, '', pathname.replace(PLACE, '/'));
  return token ?? '';
}
