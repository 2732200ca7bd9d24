import { lateFonts } from '../../shared/theme/late-fonts.ts';

const YEAR_SECONDS = 31_536_000;

/** Fonts for later pages, and a cookie that lets the server use them. */
export function lateShopFonts(): void {
  lateFonts((language) => {
    // biome-ignore lint/suspicious/noDocumentCookie: the Cookie Store API is not in every browser
    document.cookie = `wasl-fonts=${language}; Path=/; Max-Age=${YEAR_SECONDS}; SameSite=Lax; Secure`;
  });
}
