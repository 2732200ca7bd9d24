import type { Plugin } from 'vite';

const DARK = /:root\[data-theme="?dark"?\]\s*(\{[^}]*\})/;

/**
 * For pages that no script gives a theme: the dark colours of tokens.css also where a page says `data-theme="auto"` and
 * the browser prefers them, so that they stand once.
 */
export function darkByPreference(): Plugin {
  return {
    name: 'wasl:dark-by-preference',
    generateBundle(_, bundle) {
      let found = false;
      for (const file of Object.values(bundle)) {
        if (file.type !== 'asset' || !file.fileName.endsWith('.css')) continue;
        const styles = String(file.source);
        const colours = DARK.exec(styles)?.[1];
        // Styles that are loaded later use the same ones.
        if (colours === undefined) continue;
        found = true;
        file.source = `${styles}@media (prefers-color-scheme:dark){:root[data-theme=auto]${colours}}\n`;
      }
      if (!found) throw new Error('no styles have the dark colours');
    },
  };
}
