import { readFileSync } from 'node:fs';
import path from 'node:path';
import { expect } from 'chai';
import { generate } from 'otplib';
import { io } from 'socket.io-client';
import { projectRoot } from '../../db/root.ts';
import { pause, until } from '../../scripts/shared/waiting.ts';
import { type Suite, whyNot } from './debian-root.ts';
import { restoreTriedServer, showsBackups } from './tried-backups.ts';
import { type Answered, DOMAIN, TriedServer } from './tried-server.ts';

const SUITES: readonly Suite[] = ['trixie', 'bookworm'];
const PICTURE = path.join(projectRoot, 'db', 'seeds', 'pictures', 'karak-set.webp');
const BUYER = {
  email: 'buyer@example.qa',
  password: 'a long enough password',
  displayName: 'Noor',
  locale: 'en',
};
const ADMIN = { email: 'operator@example.qa', password: 'another long password' };
/** A limit of the web server's is reached by then, whatever the service has allowed before. */
const FLOOD = 32;
/** Belong to one connection or one answer. */
const OWN_HEADERS = new Set([
  ...['date', 'server', 'connection', 'keep-alive', 'transfer-encoding', 'content-length', 'accept-ranges'],
  ...['etag', 'last-modified', 'x-request-id', 'ratelimit-limit', 'ratelimit-remaining', 'ratelimit-reset'],
]);

for (const suite of SUITES) {
  describe(`installed on a bare Debian (${suite})`, function () {
    // Making the bare root takes minutes the first time, and so does fetching packages.
    this.timeout(20 * 60_000);
    let server: TriedServer;
    let tried: string;
    let printed: string;

    before(async () => {
      const reason = whyNot();
      if (reason !== null) throw new Error(`Nothing of this is tried here: ${reason}.`);
      server = await TriedServer.start(suite);
      tried = await server.tryInstalling();
      printed = await server.install();
    });
    after(() => server?.stop());

    const comparable = ({ headers }: Answered) =>
      Object.fromEntries(Object.entries(headers).filter(([name]) => !OWN_HEADERS.has(name)));

    it('says what it did, and what is left to do', () => {
      for (const words of ['API process 2 is ready', 'is installed: https://wasl.example.qa', 'create-admin'])
        expect(printed).to.include(words);
      expect(printed).not.to.match(/secret=|password=/i);
      expect(tried).to.include('would make two roles').and.include('Nothing was changed (--dry-run).');
    });

    it('runs every unit as a user of its own, confined', async () => {
      const units = ['wasl-api@1', 'wasl-api@2', 'wasl-worker'];
      for (const unit of units) {
        expect((await server.root.must(`systemctl is-active ${unit}`)).trim()).to.equal('active');
        const pid = (await server.root.must(`systemctl show -P MainPID ${unit}`)).trim();
        expect((await server.root.must(`stat -c %U /proc/${pid}`)).trim()).to.equal('wasl');
      }
      const files = '/etc/systemd/system/wasl-*.service';
      const verified = await server.root.run(
        `systemd-analyze verify ${files} /etc/systemd/system/wasl.target 2>&1`,
      );
      expect(verified.output).not.to.match(/wasl-.*(Unknown|ignoring|Failed)/);
      for (const unit of [
        ...units,
        ...['tls', 'backup', 'backup-follow', 'proof'].map((name) => `wasl-${name}`),
      ]) {
        const judged = await server.root.must(
          `systemd-analyze security --threshold=30 --no-pager ${unit}.service`,
        );
        expect(Number(/exposure level for \S+ ([\d.]+)/.exec(judged)?.[1])).to.be.at.most(3);
      }
    });

    it('keeps secrets from everybody but those who need them', async () => {
      const modes = await server.root.must(
        'stat -c "%n %U:%G %a" /etc/wasl/wasl.env /etc/wasl/owner.env /etc/wasl/tls /etc/wasl/tls/live.key /etc/redis/wasl.conf',
      );
      expect(modes.trim().split('\n')).to.deep.equal([
        '/etc/wasl/wasl.env root:wasl 640',
        '/etc/wasl/owner.env root:root 600',
        '/etc/wasl/tls root:root 700',
        '/etc/wasl/tls/live.key root:root 600',
        '/etc/redis/wasl.conf root:redis 640',
      ]);
      const refused = await server.root.run(
        'runuser -u nobody -- redis-cli ping; runuser -u nobody -- cat /etc/wasl/wasl.env',
      );
      expect(refused.output).to.include('NOAUTH').and.to.include('Permission denied');
      const environment = await server.root.must(
        'tr "\\0" "\\n" < /proc/$(systemctl show -P MainPID wasl-api@1)/environ',
      );
      expect(environment).to.include('DATABASE_URL=').and.not.to.include('DATABASE_OWNER_URL');
    });

    it('makes backups by itself, each week a proof of them, and has shown both', async () => {
      await showsBackups(server, printed);
    });

    it('speaks TLS 1.3 and HTTP/2 for its own names only', async () => {
      expect(await server.handshake(DOMAIN)).to.deep.equal({ tls: 'TLSv1.3', http: 'h2' });
      const refused = [
        () => server.handshake(DOMAIN, 'TLSv1.2'),
        () => server.handshake('elsewhere.example.qa'),
      ];
      for (const shake of refused)
        expect(
          await shake().then(
            () => 'accepted',
            (error: NodeJS.ErrnoException) => error.code,
          ),
        ).to.match(/^(ERR_SSL|ECONNRESET)/);
      const pages = await server.manyByHttp2(['/en', '/ar', '/en/search?q=coffee', '/api/v1/categories']);
      expect(pages).to.deep.equal([200, 200, 200, 200]);
    });

    it('leads every name to its place', async () => {
      const led: [string, string, 80 | 443, number, string][] = [
        [DOMAIN, '/en?x=1', 80, 308, `https://${DOMAIN}/en?x=1`],
        [
          `www.${DOMAIN}`,
          '/ar/search?q=%D8%AA%D9%85%D8%B1',
          443,
          308,
          `https://${DOMAIN}/ar/search?q=%D8%AA%D9%85%D8%B1`,
        ],
        [`seller.${DOMAIN}`, '/', 443, 302, '/seller/'],
        [`dispatch.${DOMAIN}`, '/', 443, 302, '/dispatch/'],
        [`driver.${DOMAIN}`, '/', 443, 302, '/driver/'],
        [`api.${DOMAIN}`, '/', 443, 302, '/guide'],
        [`docs.${DOMAIN}`, '/', 443, 302, `https://docs.${DOMAIN}/en/`],
        [`docs.${DOMAIN}`, '/en/tour', 443, 301, '/en/tour/'],
        [`docs.${DOMAIN}`, '/ar/nothing', 443, 302, `https://docs.${DOMAIN}/ar/404/`],
        [`docs.${DOMAIN}`, '/guide/en/tour/', 443, 308, `https://docs.${DOMAIN}/en/tour/`],
      ];
      for (const [host, target, port, status, location] of led) {
        const answer = await server.ask(target, { host, port });
        expect([host, answer.status, answer.headers.location]).to.deep.equal([host, status, location]);
      }
      for (const target of [
        '/docs/',
        '/openapi.json',
        '/seller/',
        '/driver/',
        '/dispatch/',
        '/guide/en/',
        '/health',
        '/ready',
      ])
        expect((await server.ask(target)).status, target).to.equal(200);
      expect((await server.ask('/metrics')).status).to.equal(404);
    });

    it('sends the guide from disk at its own host, as the service does', async () => {
      const host = `docs.${DOMAIN}`;
      const { files } = JSON.parse(
        readFileSync(path.join(projectRoot, 'dist', 'web', 'docs.files.json'), 'utf8'),
      ) as { files: { path: string }[] };
      const named = (pattern: RegExp) => files.find(({ path: file }) => pattern.test(file))?.path ?? '';
      const targets = ['en/tour/', 'ar/buy/pay/', 'sw.js', 'ar/404/'];
      for (const target of [...targets, ...[/\.css$/, /\.webp$/, /search-ar-.*json$/].map(named)]) {
        for (const encoding of ['br', 'gzip', 'identity']) {
          const asked = { headers: { 'Accept-Encoding': encoding, 'X-Forwarded-Proto': 'https' }, host };
          const [direct, served] = [
            await server.ask(`/${target}`, asked),
            await server.ask(`/${target}`, { ...asked, port: 8101 }),
          ];
          expect([direct.status, direct.body.equals(served.body)], `${target} ${encoding}`).to.deep.equal([
            served.status,
            true,
          ]);
          const names = [
            'cache-control',
            'content-security-policy',
            'content-type',
            'content-encoding',
            'link',
          ];
          for (const name of names)
            expect(direct.headers[name], `${target} ${encoding}: ${name}`).to.equal(served.headers[name]);
        }
      }
    });

    it('sends built files from disk with the headers of the service', async () => {
      for (const surface of ['shop', 'seller', 'driver', 'dispatch']) {
        const list = path.join(projectRoot, 'dist', 'web', `${surface}.files.json`);
        const { files } = JSON.parse(readFileSync(list, 'utf8')) as {
          files: { path: string; encodings: string[] }[];
        };
        for (const ending of ['.js', '.css', '.woff2']) {
          const file = files.find((each) => each.path.startsWith('assets/') && each.path.endsWith(ending));
          if (file === undefined) continue;
          for (const encoding of ['br', 'gzip', 'identity']) {
            const asked = { headers: { 'Accept-Encoding': encoding, 'X-Forwarded-Proto': 'https' } };
            const target = `/${surface}/${file.path}`;
            const [direct, served] = [
              await server.ask(target, asked),
              await server.ask(target, { ...asked, port: 8101 }),
            ];
            expect(direct.status, target).to.equal(200);
            expect(direct.body.equals(served.body), `${target} ${encoding}`).to.equal(true);
            const vary = file.encodings.length === 0 ? { vary: served.headers.vary } : {};
            expect({ ...comparable(direct), ...vary }, target).to.deep.equal(comparable(served));
            expect(direct.headers).to.have.property('last-modified');
          }
        }
      }
      const missing = await server.json('/shop/assets/missing.js');
      expect(missing.json).to.include({ status: 404, code: 'common.NOT_FOUND' });
    });

    it('signs a buyer in, and ends the live connection with the session', async () => {
      const registered = await server.json('/api/v1/auth/register', BUYER);
      expect(registered.status, registered.body.toString()).to.equal(201);
      const { email, password } = BUYER;
      const signedIn = await server.json('/api/v1/auth/login', { email, password });
      expect(signedIn.status, signedIn.body.toString()).to.equal(200);
      const token = String(signedIn.json.accessToken);
      const authorization = { headers: { Authorization: `Bearer ${token}` } };
      expect((await server.json('/api/v1/me', undefined, authorization)).json).to.include({ email });
      for (const transports of [['websocket'], ['polling', 'websocket']]) {
        const socket = io(`https://${DOMAIN}`, {
          ...{ transports, auth: { token }, reconnection: false, timeout: 10_000, forceNew: true },
          agent: server.agent() as unknown as string,
        });
        let reason = '';
        let failure = '';
        socket.on('disconnect', (why) => {
          reason = why;
        });
        socket.on('connect_error', (error) => {
          failure = `${error.message} ${JSON.stringify(error)}`;
        });
        try {
          await until(() => socket.connected || failure !== '', { limitMs: 15_000 });
          expect(failure).to.equal('');
          await until(() => socket.io.engine.transport.name === 'websocket', { limitMs: 10_000 });
          if (transports.length === 1) continue;
          const left = await server.json('/api/v1/auth/logout', {}, authorization);
          expect(left.status, left.body.toString()).to.be.oneOf([200, 204]);
          await until(() => reason !== '', { limitMs: 10_000 });
          expect(reason).to.equal('io server disconnect');
        } finally {
          socket.disconnect();
        }
      }
    });

    it('sends public pictures from disk, those uploaded now too, and leaves the others to the service', async () => {
      const { json: products } = await server.json('/api/v1/products?limit=1');
      const [product] = products.data as { id: string; image: { url: string } }[];
      const created = await server.root.must(
        `echo '${ADMIN.password}' | wasl create-admin --email ${ADMIN.email} --password-stdin`,
      );
      expect(created).to.include('super-administrator');
      const from = '127.0.0.4';
      const first = await server.json('/api/v1/auth/login', ADMIN, { from });
      const enrolling = { from, headers: { Authorization: `Bearer ${first.json.accessToken}` } };
      const { json: enrolled } = await server.json(
        '/api/v1/auth/mfa/enroll',
        { currentPassword: ADMIN.password },
        enrolling,
      );
      const code = await generate({ secret: String(enrolled.secret) });
      const confirmed = await server.json('/api/v1/auth/mfa/confirm', { code }, enrolling);
      expect(confirmed.status, confirmed.body.toString()).to.equal(200);
      const uploaded = await server.ask(`/api/v1/admin/products/${product?.id}/images`, {
        ...{ method: 'POST', from, body: readFileSync(PICTURE) },
        headers: {
          ...enrolling.headers,
          'Content-Type': 'image/webp',
          'Idempotency-Key': 'tried-server-picture-1',
        },
      });
      expect(uploaded.status, uploaded.body.toString()).to.equal(201);
      const [name] = /p-[0-9a-f]{48}\.webp/.exec(uploaded.body.toString()) ?? [];
      for (const target of [`/uploads/${name}`, String(product?.image.url)]) {
        const [direct, served] = [await server.ask(target), await server.ask(target, { port: 8101 })];
        expect(direct.status, target).to.equal(200);
        expect(direct.headers).to.have.property('last-modified');
        expect(direct.body.equals(served.body)).to.equal(true);
        const { vary: _, ...headers } = comparable(served);
        expect(comparable(direct)).to.deep.equal(headers);
      }
      for (const target of [`/uploads/p-${'0'.repeat(48)}.webp`, `/uploads/${'0'.repeat(48)}.webp`])
        expect((await server.json(target)).json).to.include({ status: 404, code: 'common.NOT_FOUND' });
    });

    it('refuses a flood at the web server, in the form of the service, and nobody else', async () => {
      const attempt = (n: number, from: string, headers: Record<string, string> = {}) =>
        server.json(
          '/api/v1/auth/login',
          { email: `guess${n}@example.qa`, password: 'wrong' },
          { from, headers },
        );
      const answers = [];
      for (let n = 0; n < FLOOD; n += 1) answers.push(await attempt(n, '127.0.0.2'));
      expect(answers.slice(0, 10).map(({ status }) => status)).to.deep.equal(Array(10).fill(401));
      expect(answers.slice(10).every(({ status }) => status === 429)).to.equal(true);
      const byService = answers[10];
      const byServer = answers.at(-1);
      expect(byService?.headers).to.have.property('content-security-policy');
      expect(byServer?.headers['content-type']).to.equal(byService?.headers['content-type']);
      for (const answer of [byService, byServer]) {
        const { limit: _, ...problem } = answer?.json ?? {};
        expect(Object.keys(problem).sort()).to.deep.equal([
          'code',
          'detail',
          'errors',
          'instance',
          'requestId',
          'status',
          'title',
          'type',
        ]);
        expect(problem).to.include({ code: 'common.RATE_LIMITED', instance: '/api/v1/auth/login' });
        expect(problem.requestId).to.equal(answer?.headers['x-request-id']);
        expect(Number(answer?.headers['retry-after'])).to.be.within(1, 900);
      }
      expect(byService?.json).to.have.property('limit', 10);
      expect(byServer?.json).not.to.have.property('limit');
      const arabic = await attempt(99, '127.0.0.2', { 'Accept-Language': 'ar-QA,en;q=0.5' });
      expect(arabic.json.title).to.equal('طلبات كثيرة جدًا');
      expect(arabic.headers['content-language']).to.equal('ar');
      // What a client writes into the header does not count.
      expect((await attempt(99, '127.0.0.2', { 'X-Forwarded-For': '203.0.113.9' })).status).to.equal(429);
      const form = await server.ask('/ar/sign-in', { method: 'POST', from: '127.0.0.2', body: 'x=1' });
      expect(form.status).to.equal(429);
      expect(form.headers['content-type']).to.equal('text/html; charset=utf-8');
      expect(form.body.toString()).to.include('lang="ar"');
      expect((await attempt(99, '127.0.0.3')).status).to.equal(401);
      const noted = await server.root.must('journalctl -t wasl_nginx -o cat --no-pager | grep ^{');
      expect(noted)
        .to.include('"msg":"refused at the web server","class":"sign-in"')
        .and.not.to.include('127.0.0');
    });

    it('lets people browse as fast as they like', async () => {
      const pages = Array.from({ length: 400 }, () => '/api/v1/categories');
      const statuses = await server.manyByHttp2(pages, '127.0.0.3');
      expect(new Set(statuses)).to.deep.equal(new Set([200]));
    });

    it('starts a process that was killed again; no reader notices', async () => {
      const pid = async () => (await server.root.must('systemctl show -P MainPID wasl-api@1')).trim();
      const before = await pid();
      const statuses: number[] = [];
      await server.root.must('systemctl kill --signal=KILL wasl-api@1');
      const end = performance.now() + 4_000;
      while (performance.now() < end) {
        statuses.push((await server.ask('/api/v1/products?limit=3')).status);
        await pause(50);
      }
      expect(statuses.length).to.be.greaterThan(10);
      expect(new Set(statuses)).to.deep.equal(new Set([200]));
      await until(
        async () => (await server.root.run('systemctl is-active wasl-api@1')).output.trim() === 'active',
        {
          limitMs: 60_000,
          everyMs: 500,
        },
      );
      expect(await pid()).not.to.equal(before);
    });

    /**
     * A copy of the release under another name. @param change Commands in its folder, which may change these `files`;
     * its checksums are renewed.
     */
    async function anotherRelease(name: string, change = 'true', files: string[] = []): Promise<string> {
      const folder = `/root/${name}`;
      const all = ['RELEASE', ...files];
      const renew = (file: string) =>
        `sed -i "s|^.*  ${file}$|$(sha256sum <${file} | cut -d' ' -f1)  ${file}|" SHA256SUMS`;
      // The same files under further names, but for those that are changed.
      const own = all.map((file) => `cp --remove-destination /root/release/${file} ${file}`);
      const steps = [...own, `echo ${name} >RELEASE`, change, ...all.map(renew)];
      await server.root.must(`cp -al /root/release ${folder} && cd ${folder} && ${steps.join(' && ')}`, {
        limitMs: 2 * 60_000,
      });
      return folder;
    }

    /** Runs the installer of a release while somebody reads all the time; what it printed, and every status. */
    async function upgradeWhileReading(folder: string) {
      const statuses: number[] = [];
      let over = false;
      const reading = (async () => {
        while (!over) {
          statuses.push((await server.ask('/api/v1/products?limit=3')).status);
          // Slower than an address may be for minutes.
          await pause(150);
        }
      })();
      const installed = await server.root
        .run(`${folder}/scripts/install`, { limitMs: 5 * 60_000 })
        .finally(() => {
          over = true;
        });
      await reading;
      expect(statuses.length).to.be.greaterThan(50);
      return { ...installed, statuses: new Set(statuses) };
    }

    const linked = async () =>
      (await server.root.must('readlink /opt/wasl/current /opt/wasl/previous')).trim();

    // Once is enough: the installer does the same on both.
    if (suite === 'trixie') {
      it('goes to another release while it is in use, but not to one that was changed', async () => {
        const folder = await anotherRelease('next');
        await server.root.must(`sed -i '$a one more line' ${folder}/docs/upgrades.md`);
        const refused = await server.root.run(`${folder}/scripts/install`);
        expect(refused.ok).to.equal(false);
        expect(refused.output)
          .to.include('docs/upgrades.md: FAILED')
          .and.include('incomplete or was changed');
        await server.root.must(`cp /root/release/docs/upgrades.md ${folder}/docs/upgrades.md`);
        const { ok, output, statuses } = await upgradeWhileReading(folder);
        expect(ok, output).to.equal(true);
        expect(output).to.include('API process 2 is ready').and.include('The worker is ready');
        expect(statuses).to.deep.equal(new Set([200]));
        expect(await linked()).to.match(/^\/opt\/wasl\/releases\/next\n\/opt\/wasl\/releases\/0\./);
      });

      it('goes back by itself from a release that does not come up', async () => {
        const main = 'dist/server/main.js';
        const folder = await anotherRelease('broken', `echo 'process.exit(1)' >${main}`, [main]);
        const { ok, output, statuses } = await upgradeWhileReading(folder);
        expect(ok).to.equal(false);
        expect(output).to.include('API process 1 is not ready within 60 s.');
        expect(output).to.include('going back to next').and.include('did not come up, and next runs again');
        expect(statuses).to.deep.equal(new Set([200]));
        expect(await linked()).to.equal('/opt/wasl/releases/next\n/opt/wasl/releases/broken');
      });

      it('goes back by itself from a release whose configuration nginx refuses', async () => {
        const file = 'scripts/operate/nginx/json.conf';
        const folder = await anotherRelease('refused', `echo 'nonsense on;' >>${file}`, [file]);
        const { ok, output, statuses } = await upgradeWhileReading(folder);
        expect(ok).to.equal(false);
        expect(output).to.include('unknown directive "nonsense"').and.include('next runs again');
        expect(statuses).to.deep.equal(new Set([200]));
        expect(await server.root.must('nginx -t 2>&1')).to.include('test is successful');
        expect(await linked()).to.equal('/opt/wasl/releases/next\n/opt/wasl/releases/refused');
      });
    }

    it('may be installed again: secrets stay, and the number of processes changes', async () => {
      const secrets = () =>
        server.root.must(
          'sha256sum /etc/wasl/owner.env /etc/wasl/tls/live.key; grep SECRET /etc/wasl/wasl.env | sha256sum',
        );
      const before = await secrets();
      const tried = await server.root.must('/opt/wasl/current/scripts/install --processes 1 --dry-run');
      expect(tried).to.include('Nothing was changed (--dry-run).');
      expect(await server.root.must('grep ^API_PROCESSES /etc/wasl/wasl.env')).to.equal('API_PROCESSES=2\n');
      const changed = await server.root.must('/opt/wasl/current/scripts/install --processes 1', {
        limitMs: 4 * 60_000,
      });
      expect(changed).to.include('API process 1 is ready').and.not.to.include('API process 2');
      const kept = (await server.root.must('ls /opt/wasl/releases')).trim().split('\n');
      if (suite === 'trixie') expect(kept).to.have.members(['next', 'refused']);
      else expect(kept).to.have.length(1);
      expect(await secrets()).to.equal(before);
      expect((await server.root.run('systemctl is-active wasl-api@2')).output.trim()).to.equal('inactive');
      expect(await server.root.must('grep ^API_PROCESSES /etc/wasl/wasl.env')).to.equal('API_PROCESSES=1\n');
      expect((await server.ask('/en')).status).to.equal(200);
      const refused = await server.root.run('/opt/wasl/current/scripts/install --domian x');
      expect(refused).to.deep.include({ ok: false });
      expect(refused.output.trim().split('\n')).to.have.length(1);
    });

    it('is restored to the last half minute, step by step as docs/backup.md says', async () => {
      const seconds = await restoreTriedServer(server);
      process.stdout.write(`      restored and ready in ${seconds} s\n`);
      const { email, password } = BUYER;
      const again = await server.json('/api/v1/auth/login', { email, password }, { from: '127.0.0.4' });
      expect(again.status, again.body.toString()).to.equal(200);
      const { json: products } = await server.json('/api/v1/products?limit=1');
      const [{ image }] = products.data as [{ image: { url: string } }];
      expect((await server.ask(image.url)).status).to.equal(200);
      // A new timeline: backups go on with one of their own.
      await server.root.must('systemctl start wasl-backup-follow && wasl backup && wasl restore-prove', {
        // These units yield the processor to everything else.
        limitMs: 8 * 60_000,
      });
    });
  });
}
