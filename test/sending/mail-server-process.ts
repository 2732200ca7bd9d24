// A real mail server in a process of its own: `tsx mail-server-process.ts PORT [starttls|smtps KEY CERTIFICATE]`. What
// it
// does with a message depends on the recipient's address.
import { readFileSync } from 'node:fs';
import { text } from 'node:stream/consumers';
import { SMTPServer, type SMTPServerSession } from 'smtp-server';
import { FirstTimes, now, ProviderDesk } from './provider-events.ts';

class Refusal extends Error {
  readonly responseCode: number;

  constructor(responseCode: number, words: string) {
    super(words);
    this.responseCode = responseCode;
  }
}

const [, , port = '0', encryption = 'none', keyFile = '', certificateFile = ''] = process.argv;
const desk = new ProviderDesk();
const first = new FirstTimes();

const server = new SMTPServer({
  authOptional: true,
  allowInsecureAuth: true,
  ...(encryption === 'none'
    ? { disabledCommands: ['STARTTLS'] }
    : { key: readFileSync(keyFile), cert: readFileSync(certificateFile), secure: encryption === 'smtps' }),
  disableReverseLookup: true,
  logger: false,
  onAuth({ username, password }, _session, callback) {
    if (password === 'wrong') return callback(new Refusal(535, '5.7.8 Authentication credentials invalid'));
    callback(null, { user: username ?? '' });
  },
  onMailFrom({ address }, _session, callback) {
    callback(address.startsWith('stranger') ? new Refusal(550, '5.7.1 You may not send as this') : null);
  },
  onRcptTo({ address }, _session, callback) {
    const refusal = refusalOf(address);
    if (refusal !== null) desk.tell({ event: 'declined', to: address, words: refusal.message });
    callback(refusal);
  },
  onData(stream, session, callback) {
    void receive(stream, session).then(
      (answer) => callback(null, answer),
      (error: Error) => callback(error),
    );
  },
});

function refusalOf(address: string): Refusal | null {
  if (address.startsWith('refused')) return new Refusal(550, `5.1.1 <${address}>: no such user here`);
  if (first.is('later', address)) return new Refusal(451, '4.7.1 Come back later');
  return null;
}

async function receive(stream: NodeJS.ReadableStream, session: SMTPServerSession): Promise<string> {
  const raw = await text(stream);
  const to = session.envelope.rcptTo[0]?.address ?? '';
  const by = String(session.user ?? '');
  await desk.delay();
  if (isOpen(session)) await desk.pass('before', by);
  if (!isOpen(session)) throw new Error('gone before it was accepted');
  if (to.startsWith('spam')) throw new Refusal(554, '5.7.1 Message rejected as spam');
  if (first.is('mute', to)) await new Promise(() => undefined);
  const id = /^Message-ID:\s*<([^>]+)>/im.exec(raw)?.[1] ?? '';
  desk.tell({ event: 'accepted', id, to, by, at: now(), raw, encrypted: session.secure });
  if (first.is('cut', to)) cut(session);
  await desk.pass('unanswered', by);
  setImmediate(() => void desk.pass('answered', by));
  return `2.0.0 Ok: queued as ${id.slice(-12)}`;
}

function socketOf(session: SMTPServerSession) {
  return [...server.connections].find((connection) => connection.session.id === session.id)?._socket;
}

function isOpen(session: SMTPServerSession): boolean {
  const socket = socketOf(session);
  return socket !== undefined && !socket.destroyed;
}

function cut(session: SMTPServerSession): void {
  socketOf(session)?.destroy();
}

// A client killed in the middle of a message is not an error of this server.
server.on('error', () => undefined);
const listening = server.listen(Number(port), '127.0.0.1', () => {
  const address = listening.address();
  desk.tell({ event: 'ready', port: typeof address === 'object' && address !== null ? address.port : 0 });
});
