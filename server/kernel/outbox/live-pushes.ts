import type { Pusher } from '../../../actors/runtime/relay.ts';
import type { OutboxRow, OutboxStore } from '../../../actors/runtime/store.ts';

/** Sends the live events of a row that a statement of its own has written. Never rejects: what was not sent is swept. */
export async function sendPushes(
  { outbox, pusher }: { outbox: Pick<OutboxStore, 'done'>; pusher: Pusher },
  row: OutboxRow | null,
): Promise<void> {
  if (row === null) return;
  const pushed = row.effects.map(({ id, effect }) =>
    effect.do === 'push' ? pusher.push(effect.rooms, effect.event, effect.payload, id) : true,
  );
  if ((await Promise.all(pushed)).includes(false)) return;
  // A row that cannot be deleted is sent once more, with the same ids.
  await outbox.done([row.id]).catch(() => undefined);
}
