import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from 'chai';
import { projectRoot } from '../../db/root.ts';
import { type Bom, type Component, installedPackages } from '../../scripts/sbom/installed-packages.ts';
import { unlawful } from '../../scripts/sbom/licences.ts';
import { shippedBom } from '../../scripts/sbom/shipped-bom.ts';
import { shippedRoots } from '../../scripts/sbom/shipped-roots.ts';

describe('the bill of materials', () => {
  let all: Bom;
  let bom: Bom;

  before(async function () {
    this.timeout(60_000);
    all = await installedPackages(projectRoot);
    bom = shippedBom(all, shippedRoots(projectRoot));
  });

  const names = () =>
    new Set(bom.components.map(({ group, name }) => (typeof group === 'string' ? `${group}/${name}` : name)));

  it('lists what the server needs and what the consoles bundle, and nothing for development alone', () => {
    const { dependencies } = JSON.parse(readFileSync(join(projectRoot, 'package.json'), 'utf8'));
    expect([...names()]).to.include.members([...Object.keys(dependencies), 'body-parser', 'pg-protocol']);
    expect([...names()]).to.include.members(['react', 'react-dom', 'maplibre-gl', 'react-aria']);
    for (const name of ['mocha', 'vite', 'typescript', '@biomejs/biome', 'playwright-core', 'lightningcss'])
      expect(names().has(name), name).to.equal(false);
    const inBoth = bom.components.filter(({ properties }) => (properties as unknown[]).length === 2);
    expect(inBoth.map(({ name }) => name)).to.include('socket.io-parser');
  });

  it('says of each package version, address, checksum and licence', () => {
    expect(bom).to.include({ bomFormat: 'CycloneDX', version: 1 });
    expect(bom.specVersion).to.match(/^1\.\d$/);
    expect(bom.serialNumber).to.match(/^urn:uuid:[0-9a-f]{8}-([0-9a-f]{4}-){3}[0-9a-f]{12}$/);
    const refs = bom.components.map((component) => component['bom-ref']);
    expect(new Set(refs).size).to.equal(refs.length);
    for (const component of bom.components) {
      const { purl, version, hashes = [], licenses = [] } = component;
      const what = component['bom-ref'];
      expect(purl, what).to.equal(`pkg:npm/${what.replace(/^@/, '%40')}`);
      expect(version, what).to.match(/^\d+\.\d+\.\d+/);
      expect(hashes[0]?.content, what).to.match(/^[0-9a-f]{128}$/);
      expect(licenses.length, what).to.be.greaterThan(0);
    }
  });

  it('says how they need each other, without a gap', () => {
    const known = new Set([
      bom.metadata.component['bom-ref'],
      ...bom.components.map((one) => one['bom-ref']),
    ]);
    expect(bom.dependencies.map(({ ref }) => ref)).to.have.members([...known]);
    for (const { dependsOn } of bom.dependencies)
      for (const ref of dependsOn) expect(known.has(ref), ref).to.equal(true);
  });

  it('is the same for the same packages', () => {
    const later = { ...all, metadata: { ...all.metadata, timestamp: '2030-01-01T00:00:00Z' } };
    expect(shippedBom(later, shippedRoots(projectRoot))).to.deep.equal(bom);
  });

  it('has no licence but those that allow everything, and finds one', () => {
    expect(unlawful(bom.components)).to.deep.equal([]);
    const [first] = bom.components;
    if (first === undefined) throw new Error('no component');
    const under = (licenses: Component['licenses']): Component => ({ ...first, licenses });
    const copyleft = [
      under([{ license: { id: 'GPL-3.0-only' } }]),
      under([{ license: { name: 'UNKNOWN' } }]),
      under([]),
      under([{ expression: '(MIT AND LGPL-2.1-only)' }]),
      under([{ license: { id: 'MIT' } }, { license: { id: 'AGPL-3.0-only' } }]),
    ];
    expect(unlawful(copyleft)).to.have.length(copyleft.length);
    expect(unlawful([under([{ expression: '(GPL-2.0-only OR MIT)' }])])).to.deep.equal([]);
  });
});
