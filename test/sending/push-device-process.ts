// A push service with one device, in a process of its own: `tsx push-device-process.ts PORT PRIVATE_KEY AUTH`, both in
// hexadecimal. A message counts as accepted when the device could decrypt it.
import { createECDH } from 'node:crypto';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { buffer } from 'node:stream/consumers';
import { decodeJwt } from 'jose';
import { decryptPush } from '../support/push-receiver.ts';
import { now, ProviderDesk } from './provider-events.ts';

const [, , port = '0', privateKey = '', auth = ''] = process.argv;
const desk = new ProviderDesk();
const pair = createECDH('prime256v1');
pair.setPrivateKey(privateKey, 'hex');
const receiver = { pair, keys: { p256dh: pair.getPublicKey(), auth: Buffer.from(auth, 'hex') } };

const server = createServer((request, response) => {
  void answer(request, response).catch(() => request.socket.destroy());
});

async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
  const raw = decryptPush(await buffer(request), receiver).toString('utf8');
  const { id } = JSON.parse(raw) as { id: string };
  const by = senderOf(request);
  await desk.delay();
  if (!request.socket.destroyed) await desk.pass('before', by);
  if (request.socket.destroyed) return;
  desk.tell({ event: 'accepted', id, to: '', by, at: now(), raw, encrypted: false });
  await desk.pass('unanswered', by);
  response.writeHead(201, { Location: `/message/${id}` }).end();
  await desk.pass('answered', by);
}

/** The sender's name, from the subject of its token, `mailto:NAME@…`. */
function senderOf({ headers }: IncomingMessage): string {
  const [, token = ''] = /^vapid t=([^,]+),/.exec(headers.authorization ?? '') ?? [];
  return /^mailto:([^@]+)@/.exec(decodeJwt(token).sub ?? '')?.[1] ?? '';
}

server.keepAliveTimeout = 60_000;
server.listen(Number(port), '127.0.0.1', () => {
  const address = server.address();
  desk.tell({ event: 'ready', port: typeof address === 'object' && address !== null ? address.port : 0 });
});
