// `npm run tls:keys`: the two keys that the phone apps accept.
import { CommandError } from './shared/command-error.ts';
import { readCommandLine, runCommand } from './shared/command-line.ts';
import { makeKeys } from './tls/key-folder.ts';

const USAGE = `Usage: npm run tls:keys -- --dir DIR --spare-dir DIR

Makes the TLS key of a host (DIR/live.key) and its spare (spare.key in the other folder), and prints the pins of both.
Phone apps accept these two keys alone: certificates are renewed, keys stay. Take the spare off the server and keep it
where a fire or a burglar on the server does not reach it. A key that exists is never replaced.
  --dir DIR        of the live key; npm run tls:renew puts certificates there
  --spare-dir DIR  of the spare, not the same`;

await runCommand(async () => {
  const { values } = readCommandLine({
    usage: USAGE,
    options: { dir: { type: 'string' }, 'spare-dir': { type: 'string' } },
  });
  const { dir, 'spare-dir': spareDir } = required(values);
  const { live, spare } = makeKeys(dir, spareDir);
  console.log(`live   ${live}\nspare  ${spare}`);
  return 0;
});

function required(values: { dir?: string | undefined; 'spare-dir'?: string | undefined }) {
  const { dir, 'spare-dir': spareDir } = values;
  if (dir === undefined || spareDir === undefined)
    throw new CommandError(`Both folders are needed. ${USAGE.split('\n', 1)[0]}`);
  return { dir, 'spare-dir': spareDir };
}
