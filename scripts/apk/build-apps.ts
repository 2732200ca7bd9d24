import { createHash } from 'node:crypto';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { compileShell } from './compile.ts';
import { type Flavour, readFlavours } from './flavours.ts';
import type { Inputs } from './inputs.ts';
import { commonResourceIds, type Linked, linkFlavour, linkFramework } from './resources.ts';
import { type SigningKey, sign, signerOf } from './signing.ts';
import type { Tools } from './tools.ts';
import { readZip, writeZip } from './zip.ts';

/** An app that was built, as apps.json lists it. */
export interface BuiltApp {
  app: Flavour['app'];
  id: string;
  version: string;
  code: number;
  file: string;
  size: number;
  sha256: string;
  minSdk: number;
}

/** What apps.json says: the service reads it to give the apps out. */
export interface Catalogue {
  /** SHA-256 of the certificate that signed them. */
  signer: string;
  apps: BuiltApp[];
}

/** Builds the three apps and apps.json into `out`. The same inputs, sources and key make the same bytes. */
export async function buildApps(
  tools: Tools,
  inputs: Inputs,
  key: SigningKey,
  out: string,
): Promise<Catalogue> {
  const work = mkdtempSync(path.join(tmpdir(), 'wasl-apk-'));
  try {
    const signer = await signerOf(tools, key, work);
    const framework = await linkFramework(tools, work);
    const linked = await Promise.all(
      readFlavours().map((flavour) => linkFlavour(tools, { flavour, inputs, framework, work })),
    );
    const dex = await compileShell(tools, commonResourceIds(linked), work);
    mkdirSync(out, { recursive: true });
    const apps: BuiltApp[] = [];
    for (const each of linked) apps.push(await finish(tools, each, { dex, inputs, key, work, out }));
    const catalogue = { signer, apps };
    // Last: a reader finds the files that it lists.
    writeFileSync(path.join(out, 'apps.json'), `${JSON.stringify(catalogue, null, 2)}\n`);
    return catalogue;
  } finally {
    rmSync(work, { recursive: true, force: true });
  }
}

interface Finishing {
  dex: Buffer;
  inputs: Inputs;
  key: SigningKey;
  work: string;
  out: string;
}

async function finish(
  tools: Tools,
  { flavour, base }: Linked,
  { dex, inputs, key, work, out }: Finishing,
): Promise<BuiltApp> {
  const { name: version, code } = inputs.version;
  const packed = path.join(work, `${flavour.folder}.packed.apk`);
  const aligned = path.join(work, `${flavour.folder}.aligned.apk`);
  writeFileSync(packed, writeZip([...readZip(readFileSync(base)), { name: 'classes.dex', content: dex }]));
  await tools.android('zipalign', '-f', '-p', '4', packed, aligned);
  const file = `wasl-${flavour.folder}-${version}.apk`;
  await sign(tools, key, { from: aligned, to: path.join(out, file), minSdk: flavour.minSdk });
  const bytes = readFileSync(path.join(out, file));
  const sha256 = createHash('sha256').update(bytes).digest('hex');
  const { app, id, minSdk } = flavour;
  return { app, id, version, code, file, size: bytes.length, sha256, minSdk };
}
