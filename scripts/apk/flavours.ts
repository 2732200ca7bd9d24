import { cpSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { projectRoot } from '../../db/root.ts';
import type { Inputs } from './inputs.ts';

/** One of the three apps. */
export interface Flavour {
  app: 'BUYER' | 'SELLER' | 'DRIVER';
  folder: string;
  id: string;
  startPath: string;
  /** Paths whose links the app opens. */
  links: readonly string[];
  minSdk: number;
}

export const PHONES = path.join(projectRoot, 'consoles', 'phones');
export const TARGET_SDK = 36;

export function readFlavours(): Flavour[] {
  return JSON.parse(readFileSync(path.join(PHONES, 'flavours.json'), 'utf8')) as Flavour[];
}

/** Puts the manifest and the resources of a flavour into `folder`; returns the manifest and the folders of resources. */
export function layOut(flavour: Flavour, inputs: Inputs, folder: string): { manifest: string; res: string } {
  const res = path.join(folder, 'res');
  cpSync(path.join(PHONES, 'res'), res, { recursive: true });
  cpSync(path.join(PHONES, 'flavours', flavour.folder, 'res'), res, { recursive: true });
  const write = (name: string, text: string) => {
    const file = path.join(folder, name);
    mkdirSync(path.dirname(file), { recursive: true });
    writeFileSync(file, text);
    return file;
  };
  write('res/raw/authorities.pem', inputs.authorities);
  write('res/xml/network_security.xml', networkSecurity(inputs));
  write('res/values/build.xml', buildValues(flavour, inputs));
  return { manifest: write('AndroidManifest.xml', manifestOf(flavour, inputs)), res };
}

function manifestOf(flavour: Flavour, { host }: Inputs): string {
  const part = (name: string) =>
    readFileSync(path.join(PHONES, 'flavours', flavour.folder, `${name}.xml`), 'utf8').trimEnd();
  const [name, port] = host.split(':');
  const address = `android:scheme="https" android:host="${name}"${port === undefined ? '' : ` android:port="${port}"`}`;
  const links = flavour.links
    .map((link) => `        <data ${address} android:pathPrefix="${link}" />`)
    .join('\n');
  return readFileSync(path.join(PHONES, 'AndroidManifest.xml'), 'utf8')
    .replaceAll('{{id}}', flavour.id)
    .replace('{{permissions}}', part('permissions'))
    .replace('{{links}}', links)
    .replace('{{services}}', part('services'));
}

/**
 * What the WebView accepts: this host alone, with one of two keys, certified by one of these authorities. Nothing a phone's
 * user or maker has added is trusted. The pins have no end: after it Android would silently accept any key.
 */
function networkSecurity({ host, pins }: Inputs): string {
  const anchors = `<trust-anchors>
      <certificates src="@raw/authorities" overridePins="false" />
    </trust-anchors>`;
  return `<?xml version="1.0" encoding="utf-8"?>
<network-security-config>
  <base-config cleartextTrafficPermitted="false">
    ${anchors}
  </base-config>
  <domain-config cleartextTrafficPermitted="false">
    <domain includeSubdomains="false">${host.replace(/:\d+$/, '')}</domain>
    ${anchors}
    <pin-set>
      <pin digest="SHA-256">${pins.live}</pin>
      <pin digest="SHA-256">${pins.spare}</pin>
    </pin-set>
  </domain-config>
</network-security-config>
`;
}

function buildValues({ app, startPath }: Flavour, { host, pins }: Inputs): string {
  const values = {
    app,
    start_path: startPath,
    origin: `https://${host}`,
    pin_live: pins.live,
    pin_spare: pins.spare,
  };
  const lines = Object.entries(values).map(
    ([name, value]) => `  <string name="${name}" translatable="false">${value}</string>`,
  );
  return `<?xml version="1.0" encoding="utf-8"?>\n<resources>\n${lines.join('\n')}\n</resources>\n`;
}
