// A push service as browser makers run it (RFC 8030, 8291, 8292), in a process of its own, with the devices it serves:
// it checks who sends, and a device receives only what it can decrypt. Started by PushService with
// `tsx push-service-process.ts [KEY CERTIFICATE]`; it serves HTTPS if it is given these.
import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { createServer as createSecureServer } from 'node:https';
import type { AddressInfo } from 'node:net';
import { importJWK, jwtVerify } from 'jose';
import { decryptPush, newReceiver, type Receiver } from './push-receiver.ts';
import type { Behaviour, Pushed, PushServiceCall } from './push-service.ts';

interface Device {
  receiver: Receiver;
  /** The key that the device subscribed with: only its holder may send. */
  applicationKey: string;
  behaviours: Behaviour[];
  always: Behaviour | null;
  got: Pushed[];
}

const devices = new Map<string, Device>();
let attempts = 0;

const [, , keyFile, certificateFile] = process.argv;
const isSecure = keyFile !== undefined && certificateFile !== undefined;
const listener = (req: IncomingMessage, res: ServerResponse) => void receive(req, res);
const server = isSecure
  ? createSecureServer({ key: readFileSync(keyFile), cert: readFileSync(certificateFile) }, listener)
  : createServer(listener);

async function receive(req: IncomingMessage, res: ServerResponse): Promise<void> {
  attempts += 1;
  const chunks: Buffer[] = [];
  for await (const chunk of req as AsyncIterable<Buffer>) chunks.push(chunk);
  const device = devices.get((req.url ?? '').split('/').at(-1) ?? '');
  if (device === undefined) {
    res.writeHead(404).end('no such subscription');
    return;
  }
  const behaviour = device.behaviours.shift() ?? device.always;
  if (behaviour === 'cut-before') {
    req.socket.destroy();
    return;
  }
  if (behaviour === 'silent') return;
  if (behaviour !== null && behaviour !== 'cut-after') {
    res.writeHead(behaviour.status, behaviour.headers ?? {}).end(behaviour.text ?? '');
    return;
  }
  const refusal = await refusalOf(req, device);
  if (refusal !== null) {
    res.writeHead(refusal.status).end(refusal.text);
    return;
  }
  const message = Buffer.concat(chunks);
  device.got.push({
    text: decryptPush(message, device.receiver).toString('utf8'),
    sealed: createHash('sha256').update(message).digest('hex'),
    bytes: message.length,
    ttl: Number(req.headers.ttl),
    urgency: String(req.headers.urgency),
    topic: String(req.headers.topic),
  });
  if (behaviour === 'cut-after') {
    req.socket.destroy();
    return;
  }
  res.writeHead(201, { Location: `${origin()}/message/${device.got.length}` }).end();
}

/** The reason for which a real push service would refuse the request; null: it would not. */
async function refusalOf(
  { headers }: IncomingMessage,
  { applicationKey }: Device,
): Promise<{ status: number; text: string } | null> {
  if (!/^\d+$/.test(headers.ttl?.toString() ?? '')) return { status: 400, text: 'TTL is missing' };
  if (!/^[\w-]{1,32}$/.test(headers.topic?.toString() ?? '')) return { status: 400, text: 'bad topic' };
  if (headers['content-encoding'] !== 'aes128gcm') return { status: 415, text: 'bad coding' };
  const [, token = '', key = ''] = /^vapid t=([^,]+), k=([\w-]+)$/.exec(headers.authorization ?? '') ?? [];
  if (key !== applicationKey) return { status: 403, text: 'subscribed for another key' };
  const point = Buffer.from(key, 'base64url');
  const coordinate = (from: number, to: number) => point.subarray(from, to).toString('base64url');
  const jwk = { kty: 'EC', crv: 'P-256', x: coordinate(1, 33), y: coordinate(33, 65) };
  try {
    const { payload } = await jwtVerify(token, await importJWK(jwk, 'ES256'), {
      algorithms: ['ES256'],
      audience: origin(),
    });
    const life = (payload.exp ?? 0) - Date.now() / 1000;
    return life <= 24 * 3_600 && /^(mailto|https):/.test(String(payload.sub))
      ? null
      : { status: 401, text: 'bad claims' };
  } catch {
    return { status: 401, text: 'bad token' };
  }
}

function origin(): string {
  return `${isSecure ? 'https' : 'http'}://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

function answer(call: PushServiceCall): unknown {
  if (call.do === 'attempts') return attempts;
  if (call.do === 'subscribe') {
    const receiver = newReceiver();
    const id = `d${devices.size + 1}`;
    const { applicationKey } = call;
    devices.set(id, { receiver, applicationKey, behaviours: [], always: null, got: [] });
    const { p256dh, auth } = receiver.keys;
    return {
      endpoint: `${origin()}/push/${id}`,
      keys: { p256dh: p256dh.toString('base64url'), auth: auth.toString('base64url') },
    };
  }
  const device = devices.get(call.endpoint.split('/').at(-1) ?? '');
  if (device === undefined) return null;
  if (call.do === 'got') return device.got;
  if (call.do === 'always') device.always = call.behaviour;
  else device.behaviours.push(...call.next);
  return null;
}

process.on('message', (message: { number: number; call: PushServiceCall }) => {
  process.send?.({ number: message.number, result: answer(message.call) });
});
process.on('disconnect', () => process.exit());
server.listen(0, '127.0.0.1', () => process.send?.({ number: 0, result: origin() }));
