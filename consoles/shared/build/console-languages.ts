import type { Plugin } from 'vite';

/** Texts of react-aria's own, in some thirty languages: each console would carry them all, and shows two. */
const FOREIGN_TEXTS =
  /\/react-(?:aria|stately|aria-components)\/dist\/(?:private\/)?intl\/.+\/(?!en-US|ar-AE)[a-z]{2}-[A-Z]{2}\.m?js$/;

export function consoleLanguages(): Plugin {
  return {
    name: 'wasl:console-languages',
    enforce: 'pre',
    load: (id) => (FOREIGN_TEXTS.test(id) ? 'export default {};' : null),
  };
}
