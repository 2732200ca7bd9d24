import { expect } from 'chai';
import { until } from '../../scripts/shared/waiting.ts';
import { newVapidKey } from '../../server/kernel/process/vapid-key.ts';
import { Vapid } from '../../server/notifications/push/vapid.ts';
import { SmtpConnections } from '../../server/notifications/sending/smtp-connection.ts';
import { PushService, type Subscription } from '../support/push-service.ts';
import { makeServerIdentity, type ServerIdentity } from '../support/self-made-certificate.ts';
import { testEnvironment } from '../support/service.ts';
import { SendingInstallation } from './installation.ts';
import { Provider } from './provider.ts';
import { deliveryOf, newAccountWithDevice, queueLetter } from './queue.ts';
import { startSender } from './sender.ts';

describe('sending over encrypted connections', () => {
  let identity: ServerIdentity;
  let starttls: Provider;
  let smtps: Provider;
  let plain: Provider;
  let pushService: PushService;
  let installation: SendingInstallation;
  let subscription: Subscription;
  let accountId: string;
  let trusting: ReturnType<typeof startSender> | null = null;
  const vapidKey = newVapidKey();

  before(async function () {
    this.timeout(60_000);
    identity = makeServerIdentity();
    [starttls, smtps, plain, pushService, installation] = await Promise.all([
      Provider.mailServer({ by: 'starttls', as: identity }),
      Provider.mailServer({ by: 'smtps', as: identity }),
      Provider.mailServer(),
      PushService.start(identity),
      SendingInstallation.create(),
    ]);
    const { publicKey } = new Vapid({ privateKey: vapidKey, subject: 'mailto:ops@wasl.example' });
    subscription = await pushService.subscribe(publicKey);
    const { endpoint, keys } = subscription;
    const [p256dh, auth] = [Buffer.from(keys.p256dh, 'base64url'), Buffer.from(keys.auth, 'base64url')];
    accountId = await newAccountWithDevice(installation.database, { endpoint, p256dh, auth });
  });

  afterEach(async () => {
    await trusting?.kill();
    trusting = null;
  });

  after(async () => {
    await installation?.drop();
    await Promise.all([starttls, smtps, plain, pushService].map((each) => each?.stop()));
    identity?.remove();
  });

  const environment = (url: string) => ({
    ...{
      EMAIL_DRIVER: 'smtp',
      SMTP_URL: url,
      EMAIL_FROM: 'no-reply@wasl.example',
      SENDING_RETRY_SECONDS: '1',
    },
    ...{ PUSH_DRIVER: 'webpush', VAPID_PRIVATE_KEY: vapidKey, VAPID_SUBJECT: 'mailto:ops@wasl.example' },
    TEST_REACHES_LOOPBACK: '1',
  });
  /** A process that sends, and trusts the certificate because its environment says so. */
  const startTrusting = (url: string) => {
    const own = testEnvironment(installation.url, environment(url));
    trusting = startSender({ ...own, NODE_EXTRA_CA_CERTS: identity.certificateFile });
  };
  const letter = (to: string) => queueLetter(installation.database, { channel: 'EMAIL', to });
  const push = () => queueLetter(installation.database, { channel: 'PUSH', account: accountId });
  const delivery = (id: string) => deliveryOf(installation.database, id);
  const says = (id: string, words: RegExp) =>
    until(async () => words.test((await delivery(id)).last_error ?? ''), { limitMs: 20_000, everyMs: 20 });
  const isSent = (id: string) =>
    until(async () => (await delivery(id)).status === 'SENT', { limitMs: 20_000, everyMs: 20 });

  it('sends nothing to a server with an untrusted certificate, and reports it; once trusted, it sends encrypted', async function () {
    this.timeout(60_000);
    const url = (provider: Provider, scheme: string) => `${scheme}://wasl:right@localhost:${provider.port}`;
    const [mail, message] = [await letter('noora@test.example'), await push()];
    for (const [provider, scheme] of [
      [starttls, 'smtp'],
      [smtps, 'smtps'],
    ] as const) {
      await installation
        .database('notification_deliveries')
        .update({ last_error: null, next_attempt_at: new Date() });
      await installation.start(environment(url(provider, scheme)));
      await Promise.all([
        says(mail, /^(Error initiating TLS - )?self-signed certificate/),
        says(message, /DEPTH_ZERO_SELF_SIGNED_CERT/),
      ]);
      await installation.stop();
    }
    expect(await delivery(mail)).to.include({ status: 'QUEUED', attempts: 0 });
    expect((await delivery(message)).status).to.equal('QUEUED');
    expect([...starttls.accepted, ...smtps.accepted, ...(await pushService.got(subscription))]).to.deep.equal(
      [],
    );

    startTrusting(url(starttls, 'smtp'));
    await Promise.all([isSent(mail), isSent(message)]);
    const [accepted] = starttls.accepted;
    expect(accepted).to.include({ to: 'noora@test.example', by: 'wasl', encrypted: true });
    expect((await delivery(mail)).provider_ref).to.match(/^250 2\.0\.0 Ok/);
    expect((await delivery(message)).provider_ref).to.match(/^https:/);
    expect(JSON.parse((await pushService.got(subscription))[0]?.text ?? '{}')).to.include({ id: message });
  });

  it('signs in over TLS from the first byte, whatever characters the name has', async function () {
    this.timeout(60_000);
    const id = await letter('salem@test.example');
    startTrusting(`smtps://wasl%40shop:right@localhost:${smtps.port}`);
    await isSent(id);
    expect(smtps.accepted[0]).to.include({ by: 'wasl@shop', encrypted: true });
  });

  it('gives neither password nor message to a server that does not encrypt, where encryption is required', async () => {
    const { email } = installation.config.sending;
    if (email === null) throw new Error('there is no mail server');
    const settings = { ...email, host: '127.0.0.1', port: plain.port, secure: false, requireTls: true };
    const connections = new SmtpConnections(settings, 5_000);
    const envelope = { from: 'a@test.example', to: ['b@test.example'] };
    const sent = connections.send(envelope, Buffer.from('Subject: x\r\n\r\nx'), new AbortController().signal);
    expect(await sent.then(String, (error: Error) => error.message)).to.match(
      /^The mail server does not encrypt .*: 500 /,
    );
    expect(plain.accepted).to.deep.equal([]);
  });
});
