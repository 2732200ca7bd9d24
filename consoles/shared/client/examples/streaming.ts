// A display in a shop: every order group of the shop, as it is now, from the live channel.
import type { LiveChannel, Output, Wasl } from '../index.ts';

type Group = Output<'getOrderGroup'>;

/**
 * Keeps `show` up to date until the channel is closed. What an interruption hides is caught up: by its events, or, after a
 * long one, by reading again.
 */
export function follow(wasl: Wasl, show: (group: Group) => void): LiveChannel {
  const read = async (id: string) => show(await wasl.call('getOrderGroup', { path: { id } }));
  const channel = wasl.live({
    own: {
      // An event says what changed; the API says how it is now.
      onEvent: ({ event, payload }) => {
        if (event === 'group.updated') void read(payload.groupId).catch(() => undefined);
      },
      onSnapshotNeeded: async () => {
        const groups: Group[] = [];
        for await (const { id } of wasl.list('listOrderGroups', { query: { limit: 100 } }))
          groups.push(await wasl.call('getOrderGroup', { path: { id } }));
        return () => {
          for (const group of groups) show(group);
          return undefined;
        };
      },
    },
  });
  channel.start();
  return channel;
}
