// `wasl web-config`: what of nginx's configuration follows from the settings and the release.
import { mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { loadContract } from '../../server/kernel/http/contract.ts';
import { SECURITY_HEADERS } from '../../server/kernel/http/security-headers.ts';
import { loadConfig } from '../../server/kernel/process/config.ts';
import { CommandError } from '../shared/command-error.ts';
import { readCommandLine, readWholeNumber, runCommand } from '../shared/command-line.ts';
import { fileLocations } from './web/files.ts';
import { guideHost } from './web/guide-host.ts';
import { limitLines, limitsText } from './web/limits.ts';
import { headerLines, MADE } from './web/nginx-text.ts';
import { refusalLocations, refusalMaps } from './web/refusals.ts';
import { upstreamsText } from './web/upstreams.ts';

const USAGE = `Usage: wasl web-config --out DIR --processes N

Writes to DIR what of nginx's configuration follows from the settings in the environment and from the release: limits per
address (LIMIT_…), the API processes, headers and places of files that nginx sends from disk.
  --out DIR        folder of the files; the installer uses /etc/nginx/wasl
  --processes N    API processes, on the ports after 8100`;

await runCommand(async () => {
  const { values } = readCommandLine({
    usage: USAGE,
    options: { out: { type: 'string' }, processes: { type: 'string' } },
  });
  const { out, processes = '1' } = values;
  if (out === undefined) throw new CommandError(`--out is needed. ${USAGE.split('\n', 1)[0]}`);
  const count = readWholeNumber('processes', processes, { min: 1, max: 64 });
  const config = loadConfig();
  const { operations } = loadContract(config.openapiFile);
  const limits = { limits: config.limits, networks: config.limitNetworks };
  const files = {
    'http.conf': [upstreamsText(count), limitsText(limits, operations.values()), refusalMaps(config.limits)],
    'server.conf': [...limitLines(config.limits), ...refusalLocations(), ...fileLocations(config)],
    'headers.conf': headerLines(SECURITY_HEADERS),
    'guide.conf': guideHost(config.consolesDir),
  };
  mkdirSync(out, { recursive: true });
  for (const [name, parts] of Object.entries(files))
    writeFileSync(path.join(out, name), `${[MADE, ...parts].join('\n').trimEnd()}\n`);
  return 0;
});
