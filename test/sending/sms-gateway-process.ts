// An SMS gateway in a process of its own: `tsx sms-gateway-process.ts PORT SECRET`. It accepts what docs/sending.md
// describes; what it does with a message depends on the last digits of the number.
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { text } from 'node:stream/consumers';
import { isSigned, type SignedHeaders } from '../../server/kernel/security/signed-request.ts';
import { FirstTimes, now, ProviderDesk } from './provider-events.ts';

const [, , port = '0', secret = ''] = process.argv;
const desk = new ProviderDesk();
const first = new FirstTimes();
/** The response to the first message of each number. */
const ONCE: Readonly<Record<string, { status: number; headers?: Record<string, string> }>> = {
  '+97400000503': { status: 503 },
  '+97400000429': { status: 429, headers: { 'retry-after': '120' } },
};

const server = createServer((request, response) => {
  void answer(request, response).catch(() => request.socket.destroy());
});

async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
  const raw = await text(request);
  const refuse = (status: number, words: string, headers = {}) => {
    desk.tell({ event: 'declined', to: number, words: `${status} ${words}` });
    response.writeHead(status, headers).end(words);
  };
  const headers = request.headers as unknown as SignedHeaders & { 'idempotency-key': string };
  const id = headers['idempotency-key'];
  const { to: number, from: by } = JSON.parse(raw) as { to: string; from: string };
  if (!isSigned(secret, headers, raw, new Date()) || headers['webhook-id'] !== id) {
    return refuse(401, 'the signature is wrong');
  }
  await desk.delay();
  if (!request.socket.destroyed) await desk.pass('before', by);
  if (request.socket.destroyed) return;
  if (number.endsWith('0400')) return refuse(400, `${number} is not in use`);
  const once = ONCE[number];
  if (once !== undefined && first.is(number, number)) return refuse(once.status, 'not now', once.headers);
  if (number.endsWith('0002') && first.is(number, number)) return;
  desk.tell({ event: 'accepted', id, to: number, by, at: now(), raw, encrypted: false });
  if (number.endsWith('0001') && first.is(number, number)) return void request.socket.destroy();
  await desk.pass('unanswered', by);
  response.writeHead(202, { 'content-type': 'application/json' }).end(JSON.stringify({ id: `sms-${id}` }));
  await desk.pass('answered', by);
}

server.keepAliveTimeout = 60_000;
server.listen(Number(port), '127.0.0.1', () => {
  const address = server.address();
  desk.tell({ event: 'ready', port: typeof address === 'object' && address !== null ? address.port : 0 });
});
