import type { Config } from '../../kernel/process/config.ts';
import type { Surface } from '../../kernel/security/tokens.ts';
import type { Locale } from '../../kernel/texts/locale.ts';

export type PageSettings = Pick<Config, 'publicOrigin' | 'surfaceHosts'>;

/**
 * Where a link for a new password leads: to the page of the console that asked for it, otherwise the storefront's. Null
 * when the installation does not know its own address. Consoles read the token behind `#`, which no server and no log
 * sees; the storefront's pages work without script and can only read a query.
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

/** Where an invitation to a seller's staff is accepted; null as above. */
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
