import type { Plugin } from 'vite';

/**
 * react-aria's own texts come in some thirty languages; consoles need two, so the others are left out of the bundle.
 */
const FOREIGN_TEXTS =
  /\/react-(?:aria|stately|aria-components)\/dist\/(?:private\/)?intl\/.+\/(?!en-US|ar-AE)[a-z]{2}-[A-Z]{2}\.m?js$/;

export function consoleLanguages(): Plugin {
  return {
    name: 'wasl:console-languages',
    enforce: 'pre',
    load: (id) => (FOREIGN_TEXTS.test(id) ? 'export default {};' : null),
  };
}
