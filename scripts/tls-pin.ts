// `npm run tls:pin`: pins of keys, certificates and running servers.
import { existsSync } from 'node:fs';
import { readCommandLine, runCommand } from './shared/command-line.ts';
import { certificateOf, keyOfFile, pinOf } from './tls/pins.ts';

const USAGE = `Usage: npm run tls:pin -- FILE|HOST[:PORT] …

Prints the pin of each: the SHA-256 of its public key (SubjectPublicKeyInfo) in base64, as the phone apps are built with.
  FILE         a certificate or a key in PEM
  HOST[:PORT]  a server, asked for the certificate it shows now (443)`;

await runCommand(async () => {
  const { positionals } = readCommandLine({
    ...{ usage: USAGE, options: {} },
    positionals: { min: 1, max: Number.POSITIVE_INFINITY },
  });
  for (const each of positionals) {
    const key = existsSync(each) ? keyOfFile(each) : (await certificateOf(each)).publicKey;
    console.log(`${pinOf(key)}  ${each}`);
  }
  return 0;
});
