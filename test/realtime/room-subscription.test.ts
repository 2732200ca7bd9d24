import { expect } from 'chai';
import { Backoff } from '../../consoles/shared/live/backoff.ts';
import type { RoomAnswer } from '../../consoles/shared/live/live-message.ts';
import type { ShowState } from '../../consoles/shared/live/room-handlers.ts';
import { RoomSubscription } from '../../consoles/shared/live/room-subscription.ts';

const ROOM = 'dispatch';
const SNAPSHOT: RoomAnswer = { room: ROOM, live: true, epoch: 'e', seq: 7, snapshot: true, events: [] };

describe('a subscription to a room', () => {
  it('shows the newest reading of the state, whichever response comes last', async () => {
    const readings: ((show: ShowState) => void)[] = [];
    const shown: string[] = [];
    const subscription = new RoomSubscription(
      ROOM,
      {
        onEvent: () => undefined,
        onSnapshotNeeded: () =>
          new Promise<ShowState>((resolve) => {
            readings.push(resolve);
          }),
      },
      true,
      {
        ask: () => undefined,
        changed: () => undefined,
        fault: () => undefined,
        backoff: new Backoff({ first: 10, longest: 10 }),
      },
    );
    const read = (name: string): ShowState => {
      return () => {
        shown.push(name);
        return {};
      };
    };
    subscription.asking();
    subscription.answered(SNAPSHOT);
    // The connection breaks while the state is being read, and comes back.
    subscription.disconnect();
    subscription.asking();
    subscription.answered(SNAPSHOT);
    const [first, second] = readings;
    second?.(read('new'));
    await new Promise(setImmediate);
    expect(subscription.track.state).to.equal('live');
    first?.(read('old'));
    await new Promise(setImmediate);
    expect(shown).to.deep.equal(['new']);
    subscription.close();
  });
});
