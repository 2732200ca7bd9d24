/**
 * Loaded with the styles, before anything is drawn, so that no page is first seen in another theme or font: a chosen
 * theme (theme.ts), and our fonts once this browser has them (guide.ts). A script without imports, since modules come
 * too late.
 */
{
  const { dataset, lang } = document.documentElement;
  try {
    const theme = localStorage.getItem('wasl.theme');
    if (theme === 'light' || theme === 'dark') dataset.theme = theme;
    if (localStorage.getItem(`wasl.guide-fonts.${lang}`) !== null) dataset.fonts = 'here';
  } catch {
    // Without storage the page follows the system, in its fonts.
  }
}
