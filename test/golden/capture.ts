// `npm run golden`: stores one order, driver and zone of the running installation, with all their events, as the
// golden files of the present schema. Run it once before a release that changes a schema; older files stay for ever.
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { openDatabase } from '../../db/database.ts';
import { projectRoot } from '../../db/root.ts';
import { CommandError } from '../../scripts/shared/command-error.ts';
import { DATA_DIR_OPTION, readCommandLine, runCommand } from '../../scripts/shared/command-line.ts';
import { withDatabase } from '../../scripts/supervisor/with-database.ts';

const USAGE = `Usage: npm run golden [-- --data-dir DIR]

Writes one order, driver and zone of an installation, with all their events, to test/golden as the golden files of the
present schema. DATABASE_URL names another database; DIR is .data unless given.`;

await runCommand(async () => {
  const { values } = readCommandLine({ usage: USAGE, options: DATA_DIR_OPTION });
  return withDatabase(values['data-dir'], capture);
});

async function capture(databaseUrl: string): Promise<number> {
  const database = openDatabase(databaseUrl, { name: 'wasl-golden', max: 1 });
  try {
    for (const kind of ['order', 'driver', 'zone']) {
      // The actor with the longest history.
      const actor = await database('actor')
        .where({ kind })
        .orderBy('version', 'desc')
        .first('key', 'schema', 'state');
      if (actor === undefined)
        throw new CommandError(`There is no ${kind} yet: run npm run demo:order first.`);
      const commands = await database('actor_command')
        .where({ kind, key: actor.key })
        .orderBy('version')
        .select('events');
      const folder = join(projectRoot, 'test/golden', `schema-${actor.schema}`);
      mkdirSync(folder, { recursive: true });
      const golden = {
        kind,
        schema: actor.schema,
        events: commands.flatMap((command) => command.events),
        state: actor.state,
      };
      writeFileSync(join(folder, `${kind}.json`), `${JSON.stringify(golden, null, 2)}\n`);
    }
    console.log('Golden files written to test/golden.');
    return 0;
  } finally {
    await database.destroy();
  }
}
