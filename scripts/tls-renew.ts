// `npm run tls:renew`: a new certificate for the same key.

import { CommandError } from './shared/command-error.ts';
import { readCommandLine, readWholeNumber, runCommand } from './shared/command-line.ts';
import { renew } from './tls/renew.ts';

const USAGE = `Usage: npm run tls:renew -- --dir DIR --host NAME [--host NAME …] --issue COMMAND [--reload COMMAND] …

Has a certificate issued for the key in DIR/live.key, verifies that it is for this key, these names and now, and puts it
into DIR/fullchain.pem. If anything is wrong, the present certificate stays and the exit code is 1.
  --issue COMMAND   run by sh: reads the request from $CSR (PEM) and writes certificate and intermediates to $CHAIN
  --reload COMMAND  run by sh afterwards, such as "systemctl reload nginx"
  --serves ADDRESS  HOST[:PORT] that must show the new certificate within 30 s of the reload
  --within DAYS     does nothing while the present certificate, for this key and these names, is valid for longer than
                    this (30); 0 renews at once
  --spare FILE      goes over to the spare key: FILE becomes DIR/live.key. For a key that was lost or became known`;

await runCommand(async () => {
  const { values } = readCommandLine({
    usage: USAGE,
    options: {
      dir: { type: 'string' },
      host: { type: 'string', multiple: true },
      issue: { type: 'string' },
      reload: { type: 'string' },
      serves: { type: 'string' },
      within: { type: 'string' },
      spare: { type: 'string' },
    },
  });
  const { dir, host: hosts = [], issue, reload = null, serves = null, spare = null } = values;
  if (dir === undefined || issue === undefined || hosts.length === 0)
    throw new CommandError(`--dir, --host and --issue are needed. ${USAGE.split('\n', 1)[0]}`);
  const withinDays = readWholeNumber('within', values.within ?? '30', { max: 365 });
  const say = (line: string) => console.log(line);
  await renew({ folder: dir, hosts, issue, reload, serves, withinDays, spare, now: () => new Date(), say });
  return 0;
});
