// `npm run standby`: a second PostgreSQL that follows the first, and takes its place.
import { CommandError } from './shared/command-error.ts';
import { readCommandLine, runCommand } from './shared/command-line.ts';
import { make, rejoin } from './standby/follow.ts';
import { guard } from './standby/guard.ts';
import { waitForNobody, waitForStandbys } from './standby/mode.ts';
import { prepare } from './standby/prepare.ts';
import { type Promoted, promote } from './standby/promote.ts';
import { readSettings, type StandbySettings } from './standby/settings.ts';
import { status } from './standby/status.ts';

const USAGE = `Usage: npm run standby -- COMMAND [--lossy] [--standby-is-away] [--settings FILE]

On a server: wasl standby COMMAND, on the machine whose PostgreSQL is meant. docs/standby.md has the steps.
  status         what this server and the others are
  prepare        on the primary: makes the role that standbys sign in as
  make           copies the primary into an empty data folder, as a standby
  synchronous    on the primary: commits wait until a standby has them, too
  asynchronous   on the primary: commits wait for nobody
  promote        on a standby: makes it the primary; the former one must be off
  rejoin         on a former primary that is stopped: makes it a standby
  guard          before PostgreSQL starts: fails while another server is the primary
  --lossy            promote: commits had stopped waiting for this standby although it was not told so
  --standby-is-away  asynchronous: no standby answers
  --settings FILE    with the variables STANDBY_… (/etc/wasl/standby.env)`;

type Work = (settings: StandbySettings, options: { lossy: boolean; away: boolean }) => Promise<void>;

const say = (line: string) => console.log(line);
const stopping = new AbortController();

const COMMANDS: Readonly<Record<string, Work>> = {
  status: async (settings) => {
    for (const line of await status(settings)) say(line);
  },
  prepare: (settings) => prepare(settings, say),
  make: (settings) => make(settings, say, stopping.signal),
  synchronous: async (settings) => {
    await waitForStandbys(settings);
    say('A commit is acknowledged once a standby has it, too.');
  },
  asynchronous: async (settings, { away }) => {
    await waitForNobody(settings, { away });
    say('Commits wait for nobody: with this server, the last of them are lost.');
    if (away)
      say('The standby was not told. Should it be promoted before it has come back: promote --lossy.');
  },
  promote: async (settings, { lossy }) => report(await promote(settings, { lossy }, say)),
  rejoin: (settings) => rejoin(settings, say, stopping.signal),
  guard: async (settings) => say(`PostgreSQL may start: ${await guard(settings)}.`),
};

function report({ timeline, mayLack }: Promoted): void {
  say(
    `This server is the primary now, of timeline ${timeline}. Commits wait for nobody until it has a standby.`,
  );
  say(
    mayLack
      ? 'Acknowledged commits may be missing. Every process of Wasl ends by itself and starts again; docs/standby.md says what people may notice.'
      : 'Every acknowledged commit is here.',
  );
  say(
    'Next: back up (the new timeline has no backup), then bring the former primary back: wasl standby rejoin.',
  );
}

for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => stopping.abort());

await runCommand(async () => {
  const { values, positionals } = readCommandLine({
    usage: USAGE,
    options: {
      lossy: { type: 'boolean', default: false },
      'standby-is-away': { type: 'boolean', default: false },
      settings: { type: 'string' },
    },
    positionals: { min: 1, max: 1 },
  });
  const name = positionals[0] ?? '';
  const work = COMMANDS[name];
  if (work === undefined) throw new CommandError(`Unknown command '${name}'. ${USAGE.split('\n', 1)[0]}`);
  await work(readSettings(values.settings), { lossy: values.lossy, away: values['standby-is-away'] });
  return 0;
});
