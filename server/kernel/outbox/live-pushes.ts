import type { Pusher } from '../../../actors/runtime/relay.ts';
import type { OutboxRow, OutboxStore } from '../../../actors/runtime/store.ts';

/** Sends the live events of a row written by a separate statement. Never rejects: unsent events are swept. */
export async function sendPushes(
  { outbox, pusher }: { outbox: Pick<OutboxStore, 'done'>; pusher: Pusher },
  row: OutboxRow | null,
): Promise<void> {
  if (row === null) return;
  const pushed = row.effects.map(({ id, effect }) =>
    effect.do === 'push' ? pusher.push(effect.rooms, effect.event, effect.payload, id) : true,
  );
  if ((await Promise.all(pushed)).includes(false)) return;
  // If marking it as done fails, the row is sent again with the same ids.
  await outbox.done([row.id]).catch(() => undefined);
}
