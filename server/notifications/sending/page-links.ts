import type { Config } from '../../kernel/process/config.ts';
import type { Surface } from '../../kernel/security/tokens.ts';
import type { Locale } from '../../kernel/texts/locale.ts';

export type PageSettings = Pick<Config, 'publicOrigin' | 'surfaceHosts'>;

/**
 * URL of the page for a new password: of the console where it was requested, otherwise of the storefront. Null if the
 * installation's own address is not configured. For consoles, the token is in the fragment, which is not sent to
 * servers or logged; the storefront's pages work without script, so they need it in the query.
 */
export function resetLink(
  settings: PageSettings,
  from: Surface,
  locale: Locale,
  token: string,
): string | null {
  if (from === 'api' || from === 'shop') return shopLink(settings, locale, 'reset-password', token);
  const host = settings.surfaceHosts[from];
  const origin = host === null ? settings.publicOrigin : `https://${host}`;
  return origin === null ? null : `${origin}/${from}/reset-password#token=${encodeURIComponent(token)}`;
}

/** URL of the page to accept an invitation to a seller's staff; null as above. */
export function invitationLink(settings: PageSettings, locale: Locale, token: string): string | null {
  return shopLink(settings, locale, 'invitation', token);
}

function shopLink(
  { publicOrigin }: PageSettings,
  locale: Locale,
  page: string,
  token: string,
): string | null {
  return publicOrigin === null
    ? null
    : `${publicOrigin}/${locale}/${page}?token=${encodeURIComponent(token)}`;
}
