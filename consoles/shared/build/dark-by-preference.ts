import type { Plugin } from 'vite';

const DARK = /:root\[data-theme="?dark"?\]\s*(\{[^}]*\})/;

/**
 * For pages without a script that sets the theme: repeats the dark colours of tokens.css for `data-theme="auto"` when
 * the browser prefers dark, so that the source defines them once.
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
        // Styles that are loaded later use the same colours.
        if (colours === undefined) continue;
        found = true;
        file.source = `${styles}@media (prefers-color-scheme:dark){:root[data-theme=auto]${colours}}\n`;
      }
      if (!found) throw new Error('no styles have the dark colours');
    },
  };
}
