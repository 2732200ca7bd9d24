import { createHash } from 'node:crypto';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect } from 'chai';
import { projectRoot } from '../../db/root.ts';
import { buildApps, type Catalogue } from '../../scripts/apk/build-apps.ts';
import { whyNoPackages } from '../../scripts/apk/fetch-packages.ts';
import { readInputs } from '../../scripts/apk/inputs.ts';
import { makeSigningKey, type SigningKey } from '../../scripts/apk/signing.ts';
import { findTools, type Tools } from '../../scripts/apk/tools.ts';
import { readZip } from '../../scripts/apk/zip.ts';
import { run } from '../../scripts/embedded/run.ts';
import { CommandError } from '../../scripts/shared/command-error.ts';
import { Certificates } from './certificates.ts';
import { HOST } from './test-phone.ts';

const MAX_APK_BYTES = 120_000;

const say = (line: string) => void process.stdout.write(`      ${line}\n`);

describe('npm run apk', function () {
  this.timeout(180_000);
  let folder: string;
  let tools: Tools;
  let key: SigningKey;
  let certificates: Certificates;
  let built: Catalogue;

  before(async function () {
    const why = whyNoPackages();
    if (why !== null) {
      say(`skipped: ${why}`);
      this.skip();
    }
    try {
      tools = await findTools(say, { withVerifier: true });
    } catch (error) {
      if (!(error instanceof CommandError)) throw error;
      say(`skipped: ${error.message}`);
      this.skip();
    }
    folder = mkdtempSync(path.join(tmpdir(), 'wasl-apk-test-'));
    certificates = new Certificates(folder);
    await certificates.authority('ca', 'Wasl authority');
    for (const name of ['live', 'spare']) await certificates.key(name);
    key = { keystore: path.join(folder, 'signing.p12'), password: 'a password of the tests' };
    await makeSigningKey(tools, key);
    built = await build('first');
  });
  after(() => {
    if (folder !== undefined) rmSync(folder, { recursive: true, force: true });
  });

  const given = () => ({
    host: HOST,
    ca: certificates.file('ca.pem'),
    pin: [certificates.pin('live'), certificates.pin('spare')],
    version: '1.2.3',
  });
  const build = (name: string) => buildApps(tools, readInputs(given()), key, path.join(folder, name));
  const fileOf = (app: string, name = 'first') =>
    path.join(folder, name, built.apps.find((each) => each.app === app)?.file ?? '');

  it('builds three small apps and the list that the service reads', () => {
    expect(built.apps.map(({ app, id, file, code }) => [app, id, file, code])).to.deep.equal([
      ['BUYER', 'qa.wasl.buyer', 'wasl-buyer-1.2.3.apk', 10_203],
      ['SELLER', 'qa.wasl.seller', 'wasl-seller-1.2.3.apk', 10_203],
      ['DRIVER', 'qa.wasl.driver', 'wasl-driver-1.2.3.apk', 10_203],
    ]);
    for (const { app, size, sha256 } of built.apps) {
      const bytes = readFileSync(fileOf(app));
      expect(bytes.length).to.equal(size).and.to.be.lessThan(MAX_APK_BYTES);
      expect(createHash('sha256').update(bytes).digest('hex')).to.equal(sha256);
    }
    const listed = JSON.parse(readFileSync(path.join(folder, 'first', 'apps.json'), 'utf8'));
    expect(listed).to.deep.equal(built);
  });

  it('makes the same bytes a second time', async () => {
    const again = await build('second');
    expect(again).to.deep.equal(built);
    for (const { app } of built.apps)
      expect(readFileSync(fileOf(app, 'second')).equals(readFileSync(fileOf(app))), app).to.equal(true);
  });

  it('signs with the schemes 2 and 3; one changed byte is noticed', async () => {
    for (const { app } of built.apps) {
      // Judged for Android 7: from 9 on, apksigner looks at scheme 3 alone.
      const args = ['verify', '--verbose', '--print-certs', '--min-sdk-version', '24'];
      const printed = await tools.apksigner([...args, fileOf(app)]);
      expect(printed)
        .to.match(/v2 scheme.*: true/)
        .and.to.match(/v3 scheme.*: true/);
      expect(printed).to.include(built.signer);
    }
    const bytes = readFileSync(fileOf('BUYER'));
    const at = Math.floor(bytes.length / 2);
    bytes[at] = (bytes[at] ?? 0) ^ 1;
    const changed = path.join(folder, 'changed.apk');
    writeFileSync(changed, bytes);
    const refused = await tools.apksigner(['verify', changed]).then(
      () => null,
      (error: Error) => error.message,
    );
    expect(refused).to.include('DOES NOT VERIFY');
  });

  it('names each app in both languages, with its version, icon and what it may do', async () => {
    const NAMES = {
      BUYER: ['Wasl', 'وصل'],
      SELLER: ['Wasl Seller', 'وصل للبائعين'],
      DRIVER: ['Wasl Driver', 'وصل للسائقين'],
    };
    const MINIMUM = { BUYER: '26', SELLER: '26', DRIVER: '29' };
    for (const { app } of built.apps) {
      const badging = await tools.android('aapt', 'dump', 'badging', fileOf(app));
      const [en, ar] = NAMES[app];
      expect(badging).to.include(`application-label:'${en}'`).and.to.include(`application-label-ar:'${ar}'`);
      expect(badging).to.include("versionCode='10203' versionName='1.2.3'");
      expect(badging).to.include(`sdkVersion:'${MINIMUM[app]}'`).and.to.include("targetSdkVersion:'36'");
      expect(badging).to.match(/launchable-activity: name='qa\.wasl\.phone\.shell\.PageActivity'/);
      expect(badging).to.match(/application-icon-\d+:'res\/mipmap-anydpi-v26\/icon.xml'/);
    }
  });

  it('asks for no more permissions than each app needs', async () => {
    const permissionsOf = async (app: string) => {
      const badging = await tools.android('aapt', 'dump', 'badging', fileOf(app));
      const names = [...badging.matchAll(/^uses-permission: name='android\.permission\.(\w+)'/gm)];
      return names.map(([, name]) => name).sort();
    };
    const every = ['ACCESS_NETWORK_STATE', 'INTERNET', 'POST_NOTIFICATIONS'];
    expect(await permissionsOf('SELLER')).to.deep.equal([...every, 'RECEIVE_BOOT_COMPLETED'].sort());
    const place = ['ACCESS_COARSE_LOCATION', 'ACCESS_FINE_LOCATION'];
    expect(await permissionsOf('BUYER')).to.deep.equal([...every, ...place, 'RECEIVE_BOOT_COMPLETED'].sort());
    const work = [
      'FOREGROUND_SERVICE',
      'FOREGROUND_SERVICE_LOCATION',
      'REQUEST_IGNORE_BATTERY_OPTIMIZATIONS',
    ];
    const ring = ['USE_FULL_SCREEN_INTENT', 'VIBRATE', 'WAKE_LOCK'];
    expect(await permissionsOf('DRIVER')).to.deep.equal([...every, ...place, ...work, ...ring].sort());
  });

  it('keeps the manifest strict: no backup, no cleartext, one screen that others may open', async () => {
    const tree = (app: string) =>
      tools.android('aapt2', 'dump', 'xmltree', '--file', 'AndroidManifest.xml', fileOf(app));
    for (const { app, id } of built.apps) {
      const manifest = await tree(app);
      for (const [attribute, value] of [
        ['allowBackup(0x01010280)', 'false'],
        ['usesCleartextTraffic(0x010104ec)', 'false'],
        ['enableOnBackInvokedCallback(0x0101066c)', 'true'],
      ])
        expect(manifest, app).to.include(`${attribute}=${value}`);
      for (const attribute of ['networkSecurityConfig(0x01010527)=@', 'dataExtractionRules(0x0101063e)=@'])
        expect(manifest, app).to.include(attribute);
      expect(manifest.match(/exported\(0x01010010\)=true/g), app).to.have.lengthOf(1);
      expect(manifest).to.include(`"${id}.pictures"`);
      expect(manifest).to.include(`host(0x01010028)="${HOST}"`);
      expect(manifest).not.to.include('debuggable');
    }
    expect(await tree('DRIVER')).to.match(/foregroundServiceType\(0x01010599\)=(0x0+8|8)\b/);
    expect(await tree('BUYER')).not.to.include('foregroundServiceType');
  });

  it('builds both pins and the authority in, and trusts no others', async () => {
    for (const { app } of built.apps) {
      const entries = readZip(readFileSync(fileOf(app)));
      const authorities = entries.find(({ name }) => name === 'res/raw/authorities.pem');
      expect(authorities?.content.toString()).to.equal(readFileSync(certificates.file('ca.pem'), 'utf8'));
      const dump = ['dump', 'xmltree', '--file', 'res/xml/network_security.xml'];
      const config = await tools.android('aapt2', ...dump, fileOf(app));
      for (const name of ['live', 'spare']) expect(config).to.include(certificates.pin(name));
      expect(config).to.include(HOST).and.not.to.include('expiration');
      expect(config.match(/E: pin \(/g)).to.have.lengthOf(2);
      // Only the operator's authority, both for this host and for all others.
      expect(config.match(/src="?@/g) ?? config.match(/src=@/g)).to.have.lengthOf(2);
      expect(config).not.to.match(/"(system|user)"/);
      expect(config.match(/overridePins="?false/g)).to.have.lengthOf(2);
      expect(config.match(/cleartextTrafficPermitted="?false/g)).to.have.lengthOf(2);
    }
  });

  it('compiles to classes that a phone accepts, without what it cannot run', async () => {
    await tools.android('dexdump', '-c', fileOf('DRIVER'));
    const dump = await tools.android('dexdump', '-f', '-d', '-l', 'plain', fileOf('DRIVER'));
    for (const name of ['shell/PageActivity', 'shell/ShiftService', 'core/PointQueue', 'core/PinnedTrust'])
      expect(dump).to.include(`Lqa/wasl/phone/${name};`);
    // Android's own classes come from the phone.
    expect(dump).not.to.match(/Class descriptor\s+: 'Landroid\//);
    expect(dump).not.to.include('invoke-custom');
  });

  it('says everything that is missing at once', async () => {
    const script = path.join(projectRoot, 'scripts', 'apk.ts');
    const call = (...args: string[]) =>
      run(process.execPath, ['--import', 'tsx', script, ...args], { limitMs: 60_000, cwd: projectRoot });
    const nothing = await call();
    expect(nothing.ok).to.equal(false);
    for (const option of ['--host NAME', '--ca FILE', '--pin PIN']) expect(nothing.output).to.include(option);
    expect(nothing.output).not.to.include('    at ');
    const faults = (change: object) => {
      try {
        readInputs({ ...given(), ...change });
        return '';
      } catch (error) {
        return (error as Error).message;
      }
    };
    expect(faults({})).to.equal('');
    const live = certificates.pin('live');
    expect(faults({ pin: [live, live] })).to.include('the spare is the live key');
    expect(faults({ pin: [live, 'short'] })).to.include('not 44 characters');
    expect(faults({ host: 'https://wasl.example.qa' })).to.include('not the name of a host');
    expect(faults({ ca: '/dev/null' })).to.include('no certificate');
    expect(faults({ version: '1.2' })).to.include('not of the form 1.2.3');
    expect((await call('--help')).output).to.include('Usage: npm run apk');
    expect((await call('--colour')).output).to.include('--colour');
  });

  it('never replaces a signing key', async () => {
    const refused = await makeSigningKey(tools, key).then(
      () => null,
      (error: Error) => error.message,
    );
    expect(refused).to.include('exists');
  });
});
