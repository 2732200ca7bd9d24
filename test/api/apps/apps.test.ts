import { createHash } from 'node:crypto';
import { mkdtempSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect } from 'chai';
import type { Schema } from '../../support/api-client.ts';
import { startService, type TestService } from '../../support/service.ts';

const APK = Buffer.from('what is in the file does not matter to the service');
const SIGNER = 'ab'.repeat(32);

describe('the phone apps that are given out', () => {
  let folder: string;
  let service: TestService;

  before(async function () {
    this.timeout(60_000);
    folder = mkdtempSync(path.join(tmpdir(), '.wasl-apps-'));
    service = await startService({
      catalogue: false,
      env: { APPS_DIR: folder, APPS_LOWEST_DRIVER: '1.2.0' },
    });
  });
  after(async () => {
    await service?.stop();
    rmSync(folder, { recursive: true, force: true });
  });

  function giveOut(version: string, code: number): void {
    const file = `wasl-driver-${version}.apk`;
    const sha256 = createHash('sha256').update(APK).digest('hex');
    writeFileSync(path.join(folder, file), APK);
    writeFileSync(path.join(folder, 'secret.apk'), 'not in the list');
    const driver = {
      app: 'DRIVER',
      id: 'qa.wasl.driver',
      version,
      code,
      file,
      size: APK.length,
      sha256,
      minSdk: 29,
    };
    writeFileSync(path.join(folder, 'apps.json'), JSON.stringify({ signer: SIGNER, apps: [driver] }));
    // Two lists within one tick of the disk's clock would look like one.
    utimesSync(path.join(folder, 'apps.json'), new Date(), new Date(code * 1_000));
  }

  const listed = () => service.client().get<Schema<'AppList'>>('/apps');
  const get = (at: string, headers: Record<string, string> = {}) =>
    fetch(`${service.url}${at}`, { headers, redirect: 'manual' });

  it('are none before any was built, and the lowest versions are named all the same', async () => {
    const { data, signer } = await listed();
    expect(signer).to.equal(null);
    expect(data).to.deep.equal([
      { app: 'BUYER', lowestCode: 0, newest: null },
      { app: 'SELLER', lowestCode: 0, newest: null },
      { app: 'DRIVER', lowestCode: 10_200, newest: null },
    ]);
    expect((await get('/.well-known/assetlinks.json')).status).to.equal(404);
  });

  it('are listed with version, size and hash, and a newer version without a restart', async () => {
    giveOut('1.2.3', 10_203);
    const first = (await listed()).data.find(({ app }) => app === 'DRIVER')?.newest;
    expect(first).to.include({
      version: '1.2.3',
      code: 10_203,
      url: '/apps/wasl-driver-1.2.3.apk',
      size: APK.length,
    });
    giveOut('1.3.0', 10_300);
    const { data, signer } = await listed();
    expect(data.find(({ app }) => app === 'DRIVER')?.newest?.version).to.equal('1.3.0');
    expect(signer).to.equal(SIGNER);
  });

  it('are downloaded as files of Android, whole or in part, and no other file of the folder', async () => {
    giveOut('1.3.0', 10_300);
    const whole = await get('/apps/wasl-driver-1.3.0.apk');
    expect(whole.status).to.equal(200);
    expect(whole.headers.get('content-type')).to.equal('application/vnd.android.package-archive');
    expect(whole.headers.get('content-disposition')).to.equal('attachment; filename="wasl-driver-1.3.0.apk"');
    const { newest } = (await listed()).data.find(({ app }) => app === 'DRIVER') ?? {};
    const bytes = Buffer.from(await whole.arrayBuffer());
    expect(createHash('sha256').update(bytes).digest('hex')).to.equal(newest?.sha256);
    const rest = await get('/apps/wasl-driver-1.3.0.apk', { Range: 'bytes=5-' });
    expect(rest.status).to.equal(206);
    expect(await rest.text()).to.equal(APK.subarray(5).toString());
    for (const other of ['secret.apk', 'apps.json', '..%2fapps.json', 'wasl-driver-1.2.3.apk'])
      expect((await get(`/apps/${other}`)).status, other).to.equal(404);
  });

  it("tell Android which apps may open this host's links", async () => {
    giveOut('1.3.0', 10_300);
    const answer = await get('/.well-known/assetlinks.json');
    expect(answer.headers.get('content-type')).to.match(/^application\/json/);
    const [statement] = (await answer.json()) as { target: Record<string, unknown> }[];
    expect(statement?.target).to.deep.equal({
      namespace: 'android_app',
      package_name: 'qa.wasl.driver',
      sha256_cert_fingerprints: [Array(32).fill('AB').join(':')],
    });
  });

  it('have a page in both languages, which says how to install and to check them', async () => {
    giveOut('1.3.0', 10_300);
    const short = await get('/apps', { 'Accept-Language': 'ar' });
    expect([short.status, short.headers.get('location')]).to.deep.equal([302, '/ar/apps']);
    for (const locale of ['en', 'ar']) {
      const page = await get(`/${locale}/apps`);
      expect(page.status).to.equal(200);
      const html = await page.text();
      for (const part of [
        'href="/apps/wasl-driver-1.3.0.apk"',
        SIGNER,
        'apksigner verify',
        'data-app="DRIVER"',
      ])
        expect(html, locale).to.include(part);
      expect(html).not.to.include('data-app="BUYER"');
    }
  });
});
