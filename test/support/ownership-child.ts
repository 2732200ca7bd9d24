// A process that owns actors: `ownership-child.ts <redis url> <namespace>`, controlled over IPC.
import type { ActorRef } from '../../actors/runtime/machine.ts';
import { openOwnership } from '../../db/redis/ownership.ts';
import { openTransport } from '../../db/redis/transport.ts';
import { openRedis, type RedisRole, redisReady } from '../../server/kernel/process/redis.ts';
import { testFrames } from './frames.ts';
import { SHORT, silent } from './ownership-world.ts';

const [redisUrl = '', namespace = ''] = process.argv.slice(2);
const connect = async (role: RedisRole) => {
  const redis = openRedis({ redisUrl }, { role, log: silent });
  await redisReady(redis, 5_000);
  return redis;
};
const tell = (what: ChildMessage) => process.send?.(what);

export type ChildMessage =
  | { report: 'ready' }
  | { report: 'lost'; held: number }
  | { report: 'claim'; kind: string; incarnation: string };

const held = new Set<string>();
const ownership = await openOwnership({
  redis: await connect('commands'),
  namespace,
  log: silent,
  timing: SHORT,
});
ownership.onLost(() => {
  tell({ report: 'lost', held: held.size });
  held.clear();
});
const redis = { pub: await connect('publish'), sub: await connect('subscribe') };
const wire = await openTransport({ redis, namespace, ownership, frames: testFrames(), log: silent });
wire.serve(async ({ ref }) => ({
  ok: true,
  version: 1,
  replayed: false,
  reply: { held: held.has(ref.key) },
}));
process.on('message', async (ref: ActorRef) => {
  const { kind } = await ownership.claim(ref);
  if (kind === 'mine') held.add(ref.key);
  tell({ report: 'claim', kind, incarnation: ownership.incarnation });
});
process.on('disconnect', () => process.exit(0));
const ready = setInterval(() => {
  if (!ownership.available) return;
  clearInterval(ready);
  tell({ report: 'ready' });
}, 20);
