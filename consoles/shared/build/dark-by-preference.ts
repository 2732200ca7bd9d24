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
      for (const file of Object.values(bundle)) {
        if (file.type !== 'asset' || !file.fileName.endsWith('.css')) continue;
        const styles = String(file.source);
        const colours = DARK.exec(styles)?.[1];
        if (colours === undefined) throw new Error(`${file.fileName} has no dark colours`);
        file.source = `${styles}@media (prefers-color-scheme:dark){:root[data-theme=auto]${colours}}\n`;
      }
    },
  };
}
