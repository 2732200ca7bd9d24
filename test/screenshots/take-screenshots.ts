import { DATA_DIR_OPTION, readCommandLine, runCommand } from '../../scripts/shared/command-line.ts';

const USAGE = `Usage: npm run screenshots [-- --data-dir DIR] [--guide] [NAME …]

Takes pictures of every screen of the running demo installation, or of those named, in both languages and themes, into
.data/screenshots. Of the shop's pages it also names what axe finds and what lies beyond their edge.
  --data-dir DIR  the data folder of the installation that runs (DATA_DIR, .data)
  --guide         the pictures that the guide shows (consoles/docs/pictures.json), or those named, in both languages,
                  into consoles/docs/pictures`;

/** `npm run screenshots`: see the usage. Sets the exit code of the process. */
export function takeScreenshots(args: readonly string[]): Promise<void> {
  return runCommand(
    async () => {
      const options = { ...DATA_DIR_OPTION, guide: { type: 'boolean', default: false } } as const;
      const positionals = { min: 0, max: Number.POSITIVE_INFINITY };
      const given = readCommandLine({ usage: USAGE, options, positionals }, args);
      // Imported only now: loading half of the service takes seconds, and a misspelt option needs none of it.
      const { takeAll } = await import('./take-all.ts');
      const { guide, 'data-dir': dataDir } = given.values;
      return takeAll({ dataDir, guide, names: given.positionals });
    },
    (error) => `\n${error instanceof Error ? error.message : String(error)}`,
  );
}
