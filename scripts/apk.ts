// `npm run apk`: the three phone apps, signed.
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { projectRoot } from '../db/root.ts';
import { buildApps } from './apk/build-apps.ts';
import { readInputs } from './apk/inputs.ts';
import { makeSigningKey, PASSWORD, readSigningKey } from './apk/signing.ts';
import { findTools } from './apk/tools.ts';
import { readCommandLine, runCommand } from './shared/command-line.ts';

const USAGE = `Usage: npm run apk -- --host NAME --ca FILE --pin LIVE --pin SPARE --keystore FILE [--version 1.2.3] [--out DIR]

Builds the apps of buyers, sellers and drivers as signed APK files, and apps.json, from which the service gives them
out. The same sources, inputs and key make the same bytes. The tools are Debian packages, unpacked below .data; nothing
is installed. ${PASSWORD} holds the password of the keystore.
  --host NAME      the server that the apps talk to, with its port if it is not 443
  --ca FILE        certificates in PEM of the authorities that certify it; no others are trusted
  --pin PIN        twice: of the live key and of its spare (npm run tls:pin); no other keys are accepted
  --keystore FILE  the key that signs the apps
  --version NAME   1.2.3 with parts up to 99, higher than what phones have; of package.json unless given
  --out DIR        .data/apps unless given
  --new-key        makes the key of --keystore, and builds nothing. Without it no phone can be updated`;

await runCommand(async () => {
  const { values } = readCommandLine({
    usage: USAGE,
    options: {
      host: { type: 'string' },
      ca: { type: 'string' },
      pin: { type: 'string', multiple: true },
      keystore: { type: 'string' },
      version: { type: 'string' },
      out: { type: 'string' },
      'new-key': { type: 'boolean' },
    },
  });
  const say = (line: string) => console.log(line);
  if (values['new-key'] === true) {
    const key = readSigningKey(values.keystore);
    await makeSigningKey(await findTools(say), key);
    say(
      `${key.keystore}\nKeep a copy of it and of its password elsewhere: without them no phone takes a new version.`,
    );
    return 0;
  }
  const inputs = readInputs({ ...values, version: values.version ?? packageVersion() });
  const key = readSigningKey(values.keystore);
  const out = path.resolve(values.out ?? path.join(projectRoot, '.data', 'apps'));
  const { apps, signer } = await buildApps(await findTools(say), inputs, key, out);
  for (const { file, size, sha256 } of apps) say(`${sha256}  ${path.join(out, file)}  ${size} bytes`);
  say(`Signed by ${signer}`);
  return 0;
});

function packageVersion(): string {
  const text = readFileSync(path.join(projectRoot, 'package.json'), 'utf8');
  return (JSON.parse(text) as { version: string }).version;
}
