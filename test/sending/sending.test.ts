import { generateKeyPairSync, randomUUID } from 'node:crypto';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect } from 'chai';
import { inTransaction } from '../../db/unit-of-work.ts';
import { until } from '../../scripts/shared/waiting.ts';
import type { Sight } from '../../server/dispatch/alerts/condition.ts';
import { eraseCodes, queueCode, queueInvitation } from '../../server/notifications/notifications.ts';
import { queueBacklog } from '../../server/notifications/queue-backlog.ts';
import { claimNext, settleClaim } from '../../server/notifications/sending/delivery-store.ts';
import { SendingInstallation, sendingEnvironment } from './installation.ts';
import { mailBody, verifyDkim } from './mail-reading.ts';
import { Provider } from './provider.ts';
import { deliveryOf, queueDeliveryCode, queueLetter, queueMany } from './queue.ts';

/** Where links lead: the dispatch console has no host of its own. */
const PAGES = { PUBLIC_ORIGIN: 'https://shop.example', DRIVER_HOST: 'drive.example' };
const QUICK = { SENDING_TIMEOUT_SECONDS: '1', SENDING_RETRY_SECONDS: '1' };

describe('sending by a mail server and an SMS gateway', () => {
  let mail: Provider;
  let sms: Provider;
  let installation: SendingInstallation;
  const folder = mkdtempSync(join(tmpdir(), 'wasl-sending-'));
  const { privateKey, publicKey } = generateKeyPairSync('rsa', { modulusLength: 2048 });

  before(async function () {
    this.timeout(60_000);
    const keyFile = join(folder, 'dkim.pem');
    writeFileSync(keyFile, privateKey.export({ type: 'pkcs8', format: 'pem' }));
    [mail, sms, installation] = await Promise.all([
      Provider.mailServer(),
      Provider.smsGateway(),
      SendingInstallation.create(),
    ]);
    await installation.start({
      ...sendingEnvironment(mail, sms),
      ...QUICK,
      ...PAGES,
      DKIM_KEY_FILE: keyFile,
    });
  });

  after(async () => {
    await installation.drop();
    await Promise.all([mail.stop(), sms.stop()]);
    rmSync(folder, { recursive: true, force: true });
  });

  const delivery = (id: string) => deliveryOf(installation.database, id);
  const reaches = async (id: string, status: string, limitMs = 15_000) => {
    await until(async () => (await delivery(id)).status === status, {
      limitMs,
      everyMs: 20,
      failure: `${id} did not become ${status}`,
    });
    return delivery(id);
  };
  const rawOf = (to: string) => mail.accepted.find((each) => each.to === to)?.raw ?? '';
  const code = (to: { email: string } | { phone: string }, minutes = 10, locale: 'en' | 'ar' = 'en') => {
    const codeId = randomUUID();
    const at = installation.clock.now();
    const expiresAt = new Date(at.getTime() + minutes * 60_000);
    return inTransaction(installation.database, async (trx) => {
      await queueCode(trx, installation, {
        ...{ kind: 'SIGN_IN_CODE', to, codeId, code: '481920', locale, at, expiresAt },
      });
      return codeId;
    });
  };
  const ofCode = async (codeId: string) =>
    (
      await installation
        .database('notifications')
        .where({ event_key: `one-time-code:${codeId}` })
        .first()
    ).id;

  it('stores the provider’s response to what it accepted', async () => {
    const letter = await queueLetter(installation.database, { channel: 'EMAIL', to: 'noora@test.example' });
    const text = await queueLetter(installation.database, { channel: 'SMS', to: '+97455001234' });
    const sent = await reaches(letter, 'SENT');
    expect(sent.provider_ref).to.match(/^250 2\.0\.0 Ok: queued as/);
    expect([sent.attempts, sent.last_error]).to.deep.equal([1, null]);
    expect((await reaches(text, 'SENT')).provider_ref).to.equal(`sms-${text}.sms`);
  });

  it('writes an e-mail as text and page, to one address, in the recipient’s language, signed', async () => {
    const ar = await queueLetter(installation.database, {
      ...{ channel: 'EMAIL', to: 'ar@test.example', locale: 'ar', bodyAr: 'طلبك <W-1> & في الطريق.' },
    });
    await reaches(ar, 'SENT');
    const raw = rawOf('ar@test.example');
    expect(raw).to.match(/^Message-ID: <[0-9a-f-]+\.email@wasl\.example>\r$/m);
    expect(raw).to.match(/^Auto-Submitted: auto-generated\r$/m);
    expect(raw).to.match(/^From: Wasl <no-reply@wasl\.example>\r$/m);
    const { subject, text, html } = mailBody(raw);
    expect([subject, text.trim()]).to.deep.equal(['تم التسليم', 'طلبك <W-1> & في الطريق.']);
    expect(html).to.include('dir="rtl"').and.to.include('طلبك &lt;W-1&gt; &amp; في الطريق.');
    expect(verifyDkim(raw, publicKey), 'its DKIM signature').to.equal(true);
    expect(verifyDkim(raw.replace('auto-generated', 'no'), publicKey)).to.equal(true);
    expect(verifyDkim(raw.replace(/^From: Wasl/m, 'From: Wasi'), publicKey), 'forged').to.equal(false);
  });

  it('takes an address as one address, whatever it contains', async () => {
    const id = await queueLetter(installation.database, {
      channel: 'EMAIL',
      to: 'both@test.example',
      locale: null,
    });
    await reaches(id, 'SENT');
    const { subject, text } = mailBody(rawOf('both@test.example'));
    expect(subject).to.equal('تم التسليم · Delivered');
    expect(text).to.include('تم تسليم طلبك.').and.to.include('Your order has been delivered.');
  });

  it('takes an address as one address, whatever it is', async () => {
    const to = 'a@test.example>, <b@test.example';
    const id = await queueLetter(installation.database, { channel: 'EMAIL', to });
    const { status } = await reaches(id, 'FAILED');
    expect(status).to.equal('FAILED');
    expect(mail.accepted.filter((each) => each.to.includes('b@test.example'))).to.deep.equal([]);
  });

  it('does not retry what is permanently refused, and stores the text of the refusal, without the address', async () => {
    const nobody = await queueLetter(installation.database, { channel: 'EMAIL', to: 'refused@test.example' });
    const junk = await queueLetter(installation.database, { channel: 'EMAIL', to: 'spam@test.example' });
    const unused = await queueLetter(installation.database, { channel: 'SMS', to: '+97455000400' });
    expect((await reaches(nobody, 'FAILED')).last_error).to.equal('550 5.1.1 <…>: no such user here');
    expect((await reaches(junk, 'FAILED')).last_error).to.equal('554 5.7.1 Message rejected as spam');
    expect((await reaches(unused, 'FAILED')).last_error).to.equal('400 … is not in use');
    expect(mail.declined.filter(({ to }) => to === 'refused@test.example')).to.have.length(1);
  });

  it('retries later what is not accepted now, with the same message id', async () => {
    const later = await queueLetter(installation.database, { channel: 'EMAIL', to: 'later@test.example' });
    const busy = await queueLetter(installation.database, { channel: 'SMS', to: '+97400000503' });
    const waiting = await (async () => {
      await until(async () => (await delivery(later)).last_error !== null, { everyMs: 5 });
      return delivery(later);
    })();
    expect([waiting.status, waiting.attempts]).to.deep.equal(['QUEUED', 1]);
    expect(waiting.last_error).to.equal('451 4.7.1 Come back later');
    expect(Number(waiting.next_attempt_at)).to.be.greaterThan(Date.now());
    expect([(await reaches(later, 'SENT')).attempts, (await reaches(busy, 'SENT')).attempts]).to.deep.equal([
      2, 2,
    ]);
  });

  it('continues with other messages at once when a mail server defers many, one after the other', async () => {
    await queueMany(installation.database, {
      channel: 'EMAIL',
      urgency: 1,
      count: 12,
      to: 'later#@test.example',
    });
    await until(() => mail.times('later000012@test.example') === 1, { limitMs: 8_000 });
  });

  it('waits for as long as a gateway requests', async () => {
    const id = await queueLetter(installation.database, { channel: 'SMS', to: '+97400000429' });
    await until(async () => (await delivery(id)).last_error === '429 not now');
    const { status, next_attempt_at } = await delivery(id);
    expect(status).to.equal('QUEUED');
    expect(Number(next_attempt_at) - Date.now()).to.be.within(100_000, 121_000);
  });

  it('sends again, with the same id, when the connection is cut between acceptance and response', async () => {
    const letter = await queueLetter(installation.database, { channel: 'EMAIL', to: 'cut@test.example' });
    const text = await queueLetter(installation.database, { channel: 'SMS', to: '+97455000001' });
    await Promise.all([reaches(letter, 'SENT'), reaches(text, 'SENT')]);
    const ids = [...mail.accepted, ...sms.accepted]
      .filter(({ to }) => to === 'cut@test.example' || to === '+97455000001')
      .map(({ id }) => id);
    expect(ids.sort()).to.deep.equal(
      [`${letter}.email@wasl.example`, `${letter}.email@wasl.example`, `${text}.sms`, `${text}.sms`].sort(),
    );
  });

  it('waits no longer than its timeout for a silent provider, and nothing else waits for that', async () => {
    const mute = await queueLetter(installation.database, { channel: 'EMAIL', to: 'mute@test.example' });
    const text = await queueLetter(installation.database, { channel: 'SMS', to: '+97455000002' });
    await until(async () => (await delivery(mute)).last_error !== null);
    expect((await delivery(mute)).last_error).to.match(/did not answer/);
    expect((await reaches(mute, 'SENT')).attempts).to.equal(2);
    expect((await reaches(text, 'SENT')).attempts).to.equal(2);
  });

  it('loses neither an attempt nor its place to an outage, which delays no other channel', async () => {
    await mail.stop();
    const first = await queueLetter(installation.database, { channel: 'EMAIL', to: 'first@test.example' });
    const second = await queueLetter(installation.database, { channel: 'EMAIL', to: 'second@test.example' });
    const text = await queueLetter(installation.database, { channel: 'SMS', to: '+97455005555' });
    await reaches(text, 'SENT');
    await until(async () => (await delivery(first)).last_error !== null);
    expect(await delivery(first)).to.include({ status: 'QUEUED', attempts: 0 });
    expect((await delivery(first)).last_error).to.match(/ECONNREFUSED|connect/);
    await mail.start();
    await reaches(second, 'SENT');
    const order = mail.accepted.filter(({ to }) => /^(first|second)@/.test(to)).map(({ to }) => to);
    expect(order).to.deep.equal(['first@test.example', 'second@test.example']);
    expect((await delivery(first)).attempts).to.equal(1);
  });

  it('sends a code while it is valid, decrypted into its text', async () => {
    const letter = await ofCode(await code({ email: 'code@test.example' }));
    const text = await ofCode(await code({ phone: '+97455007777' }, 10, 'ar'));
    await Promise.all([reaches(letter, 'SENT'), reaches(text, 'SENT')]);
    expect(mailBody(rawOf('code@test.example')).text).to.match(/^481920 is your Wasl sign-in code/);
    const posted = JSON.parse(sms.accepted.find(({ to }) => to === '+97455007777')?.raw ?? '{}');
    expect(posted).to.include({ from: 'Wasl', kind: 'SIGN_IN_CODE', locale: 'ar', id: `${text}.sms` });
    expect(posted.text).to.match(/^481920/);
  });

  it("sends a delivery code to the account’s telephone, or to the address's when the account has none", async () => {
    for (const [own, expected] of [
      ['+97455001111', '+97455001111'],
      [null, '+97455002222'],
    ] as const) {
      const id = await queueDeliveryCode(installation, { code: '135790', own, atTheDoor: '+97455002222' });
      await reaches(id, 'SENT');
      const posted = JSON.parse(sms.accepted.find((each) => each.id === `${id}.sms`)?.raw ?? '{}');
      expect(posted.to).to.equal(expected);
      expect(posted.text).to.match(/W-2026-000123.*135790/);
    }
  });

  it('sends an invitation with the link to accept it', async () => {
    const token = 'inv_token_of_the_test';
    await inTransaction(installation.database, (trx) =>
      queueInvitation(trx, installation, {
        ...{ invitationId: randomUUID(), email: 'staff@test.example', token, at: installation.clock.now() },
        ...{ expiresAt: new Date(Date.now() + 3_600_000), data: { nameEn: 'Souq', nameAr: 'سوق' } },
      }),
    );
    await until(() => mail.times('staff@test.example') === 1);
    const { text, html } = mailBody(rawOf('staff@test.example'));
    for (const locale of ['ar', 'en']) {
      const link = `https://shop.example/${locale}/invitation?token=${token}`;
      expect(text).to.include(link);
      expect(html).to.include(`<a href="${link}"`);
    }
    expect(text).not.to.include('Your invitation code');
  });

  it('sends a link for a new password to the page where it was requested, in the recipient’s language', async () => {
    const cases = [
      { to: 'buyer@test.example', surface: 'api', link: 'https://shop.example/ar/reset-password?token=rp_1' },
      {
        to: 'driver@test.example',
        surface: 'driver',
        link: 'https://drive.example/driver/reset-password#token=rp_1',
      },
      {
        to: 'desk@test.example',
        surface: 'dispatch',
        link: 'https://shop.example/dispatch/reset-password#token=rp_1',
      },
    ] as const;
    const at = installation.clock.now();
    const expiresAt = new Date(at.getTime() + 60_000);
    for (const { to: email, surface } of cases)
      await inTransaction(installation.database, (trx) =>
        queueCode(trx, installation, {
          ...{ kind: 'PASSWORD_RESET', to: { email }, codeId: randomUUID(), code: 'rp_1', locale: 'ar' },
          ...{ surface, at, expiresAt },
        }),
      );
    for (const { to, link } of cases) {
      await until(() => mail.times(to) === 1);
      const { text, html } = mailBody(rawOf(to));
      expect(text.split('\n').map((line) => line.trim())).to.include(link);
      expect(html).to.include(`<a href="${link}"`);
    }
  });

  describe('with its senders stopped', () => {
    beforeEach(() => installation.stop());
    afterEach(() => installation.start({ ...sendingEnvironment(mail, sms), ...QUICK }));

    it('sends no code that has expired, was used or cannot be decrypted: two are EXPIRED, one says why', async () => {
      const ended = await ofCode(await code({ email: 'ended@test.example' }, -1));
      const used = await code({ email: 'used@test.example' });
      await inTransaction(installation.database, (trx) => eraseCodes(trx, [used]));
      const broken = await ofCode(await code({ email: 'broken@test.example' }));
      await installation
        .database('notifications')
        .where({ id: broken })
        .update({ sealed: Buffer.alloc(48) });
      await installation.start({ ...sendingEnvironment(mail, sms), ...QUICK });
      await Promise.all([reaches(ended, 'EXPIRED'), reaches(await ofCode(used), 'EXPIRED')]);
      expect((await reaches(broken, 'FAILED')).last_error).to.match(/APP_SECRET/);
      for (const who of ['ended', 'used', 'broken']) expect(mail.times(`${who}@test.example`)).to.equal(0);
      await installation.stop();
    });

    it('ends a backlog of expired codes at once, only on channels that have a driver', async () => {
      const ended = await ofCode(await code({ email: 'old@test.example' }, -1));
      const elsewhere = await ofCode(await code({ phone: '+97455008888' }, -1));
      await installation.start({ EMAIL_DRIVER: 'none', SMS_DRIVER: 'none' });
      await installation.keep();
      expect((await delivery(ended)).status).to.equal('QUEUED');
      await installation.stop();
      await installation.start({ ...sendingEnvironment(mail, sms), SMS_DRIVER: 'none' });
      await installation.keep();
      await reaches(ended, 'EXPIRED');
      expect((await delivery(elsewhere)).status).to.equal('QUEUED');
      await installation.stop();
    });

    it('leaves everything queued, for ever, while the driver is none', async () => {
      const letter = await queueLetter(installation.database, { channel: 'EMAIL', to: 'wait@test.example' });
      const push = await queueLetter(installation.database, { channel: 'PUSH' });
      await installation.start({});
      await installation.keep();
      expect(await delivery(letter)).to.include({ status: 'QUEUED', attempts: 0, last_error: null });
      expect((await delivery(push)).status).to.equal('QUEUED');
      await installation.stop();
    });

    it('sends the oldest of the most urgent first', async () => {
      const send = (to: string, urgency: 0 | 1 | 2) =>
        queueLetter(installation.database, { channel: 'EMAIL', to: `${to}@order.example`, urgency });
      for (const [to, urgency] of [
        ['low', 2],
        ['a', 1],
        ['b', 1],
        ['urgent', 0],
        ['c', 1],
      ] as const)
        await send(to, urgency);
      await installation.start({ ...sendingEnvironment(mail, sms), ...QUICK });
      await until(() => mail.times('low@order.example') === 1);
      const order = mail.accepted
        .filter(({ to }) => to.endsWith('@order.example'))
        .map(({ to }) => to.split('@')[0]);
      expect(order).to.deep.equal(['urgent', 'a', 'b', 'c', 'low']);
      await installation.stop();
    });

    it('sends no e-mail about what was read in the app meanwhile, unless it is about security', async () => {
      const readAt = new Date();
      const read = await queueLetter(installation.database, { channel: 'EMAIL', readAt });
      const security = await queueLetter(installation.database, { channel: 'EMAIL', readAt, urgency: 0 });
      await installation.start({ ...sendingEnvironment(mail, sms), ...QUICK });
      expect((await reaches(read, 'SUPPRESSED')).last_error).to.match(/read in the app/);
      await reaches(security, 'SENT');
      await installation.stop();
    });

    it('reports that an account has no telephone', async () => {
      const id = await queueLetter(installation.database, { channel: 'SMS' });
      await installation.start({ ...sendingEnvironment(mail, sms), ...QUICK });
      expect((await reaches(id, 'SUPPRESSED')).last_error).to.equal('The recipient has no telephone number.');
      await installation.stop();
    });

    it('queues what was held when its time has come, and not before', async () => {
      const at = installation.clock.now().getTime();
      const due = await queueLetter(installation.database, {
        ...{ channel: 'PUSH', status: 'HELD', releaseAt: new Date(at - 1_000) },
      });
      const early = await queueLetter(installation.database, {
        ...{ channel: 'PUSH', status: 'HELD', releaseAt: new Date(at + 3_600_000) },
      });
      await installation.keep();
      expect([(await delivery(due)).status, (await delivery(early)).status]).to.deep.equal([
        'QUEUED',
        'HELD',
      ]);
      installation.clock.advance(3_601_000);
      await installation.keep();
      expect((await delivery(early)).status).to.equal('QUEUED');
    });

    it('takes back what a dead process was sending, and gives up what has killed too many', async () => {
      const lost = await queueLetter(installation.database, { channel: 'PUSH', status: 'SENDING' });
      const deadly = await queueLetter(installation.database, { channel: 'PUSH', status: 'SENDING' });
      const alive = await queueLetter(installation.database, { channel: 'PUSH', status: 'SENDING' });
      const set = (id: string, seconds: number, attempts: number) =>
        installation
          .database('notification_deliveries')
          .where({ notification_id: id })
          .update({
            ...{ attempts, claimed_until: new Date(Date.now() + seconds * 1_000) },
          });
      await Promise.all([set(lost, -1, 1), set(deadly, -1, 12), set(alive, 60, 1)]);
      await installation.keep();
      const states = await Promise.all([lost, deadly, alive].map(async (id) => (await delivery(id)).status));
      expect(states).to.deep.equal(['QUEUED', 'FAILED', 'SENDING']);
      expect((await delivery(lost)).last_error).to.match(/not known/);
    });

    it('accepts a late report that a message was accepted, and no other about a claim that has lapsed', async () => {
      const { database } = installation;
      const settled = { providerRef: null, words: 'busy', pauseMs: 1_000, counts: true };
      const taken = {
        ...settled,
        status: 'SENT',
        providerRef: '250 Ok',
        words: null,
        pauseMs: null,
      } as const;
      const lapse = () =>
        database('notification_deliveries')
          .update({ claimed_until: new Date(0) })
          .where({ status: 'SENDING' });
      await database('notification_deliveries').where({ channel: 'PUSH' }).del();
      const id = await queueLetter(database, { channel: 'PUSH' });
      const first = await claimNext(database, 'PUSH', 60_000);
      if (first === null) throw new Error('nothing was due');
      expect(await claimNext(database, 'PUSH', 60_000), 'claimed twice').to.equal(null);
      await lapse();
      await installation.keep();
      expect(await settleClaim(database, first, { ...settled, status: 'QUEUED' })).to.equal(false);
      const second = await claimNext(database, 'PUSH', 60_000);
      if (second === null) throw new Error('it was not taken back');
      expect(await settleClaim(database, first, taken), 'another process has it now').to.equal(false);
      await lapse();
      await installation.keep();
      expect(await settleClaim(database, second, taken)).to.equal(true);
      expect(await delivery(id)).to.include({ status: 'SENT', provider_ref: '250 Ok', attempts: 2 });
    });

    it('raises an alert when due messages wait, only on channels that have a driver', async () => {
      const { database } = installation;
      const noticed = async () => {
        const sight = { settings: { queueBacklogMinutes: 5 } } as Omit<Sight, 'trx'>;
        const causes = await inTransaction(database, (trx) =>
          queueBacklog(installation).causes({ ...sight, trx }),
        );
        return causes?.map(({ subjectId }) => subjectId);
      };
      await database('notification_deliveries').where({ status: 'QUEUED' }).del();
      for (const channel of ['SMS', 'PUSH'] as const) await queueLetter(database, { channel });
      await installation.start({ ...sendingEnvironment(mail, sms), ...QUICK });
      await installation.stop();
      await database('notification_deliveries').update({ status: 'QUEUED', next_attempt_at: new Date() });
      expect(await noticed()).to.deep.equal([]);
      await database('notification_deliveries').update({ next_attempt_at: new Date(Date.now() - 360_000) });
      expect(await noticed()).to.have.members(['EMAIL', 'SMS']);
      await database('notification_deliveries').where({ status: 'QUEUED' }).del();
    });

    it('treats a wrong password or sender as an outage of all messages: it costs no attempt', async () => {
      const id = await queueLetter(installation.database, { channel: 'EMAIL', to: 'patient@test.example' });
      const wrong = { ...sendingEnvironment(mail, sms), ...QUICK };
      for (const [key, value, words] of [
        ['SMTP_URL', `smtp://wasl:wrong@127.0.0.1:${mail.port}`, /535/],
        ['EMAIL_FROM', 'stranger@wasl.example', /You may not send as this/],
      ] as const) {
        await installation.start({ ...wrong, [key]: value });
        await until(async () => words.test((await delivery(id)).last_error ?? ''));
        expect(await delivery(id)).to.include({ status: 'QUEUED', attempts: 0 });
        await installation.stop();
      }
      await installation.start(wrong);
      expect((await reaches(id, 'SENT')).attempts).to.equal(1);
      await installation.stop();
    });
  });

  it('sends a code before almost everything else that waits', async function () {
    this.timeout(60_000);
    mail.order({ order: 'latency', ms: 15 });
    await queueMany(installation.database, {
      ...{ channel: 'EMAIL', urgency: 1, count: 4_000, to: 'bulk#@test.example' },
    });
    const overtaken: number[] = [];
    for (let n = 0; n < 20; n += 1) {
      const to = `fast${n}@test.example`;
      const before = mail.accepted.length;
      await code({ email: to });
      await until(() => mail.times(to) === 1);
      overtaken.push(mail.accepted.findIndex((each) => each.to === to) - before);
    }
    await installation.stop();
    mail.order({ order: 'latency', ms: 0 });
    await installation
      .database('notification_deliveries')
      .where({ status: 'QUEUED', channel: 'EMAIL' })
      .del();
    await installation.start({ ...sendingEnvironment(mail, sms), ...QUICK });
    expect(mail.times('bulk004000@test.example'), 'the queue was full to the end').to.equal(0);
    expect(Math.max(...overtaken), 'of 4,000, sent before a code').to.be.lessThan(400);
  });
});
