import { expect } from 'chai';
import { liveMessage, type Position, type RoomAnswer } from '../../consoles/shared/live/live-message.ts';
import { type RoomState, RoomTrack } from '../../consoles/shared/live/room-track.ts';

const ROOM = 'dispatch';
const AT = '2026-01-05T09:00:00Z';

describe('the track of a room', () => {
  let track: RoomTrack;
  let delivered: string[];
  let requests: (Position | null)[];
  let snapshots: number[];
  let states: RoomState[];

  beforeEach(() => {
    [delivered, requests, snapshots, states] = [[], [], [], []];
    track = new RoomTrack(ROOM, {
      deliver: ({ stamp }) => delivered.push(stamp.id),
      ask: () => {
        requests.push(track.position);
        track.asking();
      },
      readSnapshot: (turn) => snapshots.push(turn),
      changed: (state) => states.push(state),
    });
  });

  const receive = (seq: number, epoch = 'e', id = `${epoch}${seq}`) =>
    track.receive(liveMessage('notification.created', {}, { room: ROOM, epoch, seq, id, at: AT }));
  const answer = (seq: number, missed: number[] | 'snapshot', epoch = 'e'): RoomAnswer => ({
    room: ROOM,
    live: true,
    epoch,
    seq,
    snapshot: missed === 'snapshot',
    events: (missed === 'snapshot' ? [] : missed).map((number) => ({
      event: 'notification.created',
      payload: {},
      id: `${epoch}${number}`,
      at: AT,
      seq: number,
    })),
  });

  /** Makes the track live at this position. */
  function begin(seq: number): void {
    const turn = track.asking();
    track.answer(answer(seq, 'snapshot'));
    track.snapshotRead(turn, {});
    states.length = 0;
  }

  it('delivers events in order, each once', () => {
    begin(4);
    for (const seq of [3, 4, 5, 5, 6, 4]) receive(seq);
    expect(delivered).to.deep.equal(['e5', 'e6']);
    expect([requests, track.state]).to.deep.equal([[], 'live']);
  });

  it('requests events from its position when a number is skipped, and delivers the missing ones first', () => {
    begin(4);
    receive(5);
    receive(7);
    expect(requests).to.deep.equal([{ epoch: 'e', seq: 5 }]);
    expect(track.state).to.equal('catching-up');
    receive(8);
    track.answer(answer(7, [6, 7]));
    receive(9);
    expect(delivered).to.deep.equal(['e5', 'e6', 'e7', 'e8', 'e9']);
    expect(states).to.deep.equal(['catching-up', 'live']);
  });

  it('requests a position when the epoch differs, and reads the state', () => {
    begin(4);
    receive(1, 'f');
    expect(requests).to.deep.equal([{ epoch: 'e', seq: 4 }]);
    track.answer(answer(2, 'snapshot', 'f'));
    expect(snapshots).to.have.lengthOf(2);
    receive(2, 'f');
    receive(3, 'f');
    expect(delivered).to.deep.equal([]);
    // Until the state is read, there is no position to return to.
    expect(track.position).to.deep.equal({ epoch: 'e', seq: 4 });
    track.snapshotRead(snapshots.at(-1) ?? 0, {});
    expect(delivered).to.deep.equal(['f3']);
    expect(track.position).to.deep.equal({ epoch: 'f', seq: 3 });
  });

  it('finds a gap among the events that waited', () => {
    begin(4);
    track.asking();
    receive(6);
    receive(9);
    track.answer(answer(5, [5]));
    expect(delivered).to.deep.equal(['e5', 'e6']);
    expect(requests).to.deep.equal([{ epoch: 'e', seq: 6 }]);
  });

  it('has a limit on waiting events: beyond it, they are requested again', () => {
    begin(0);
    track.asking();
    for (let seq = 1; seq <= 2_001; seq += 1) receive(seq);
    track.answer(answer(0, []));
    expect(requests).to.deep.equal([{ epoch: 'e', seq: 0 }]);
    expect([delivered, track.state]).to.deep.equal([[], 'catching-up']);
  });

  it('ignores a snapshot whose reading began before a break', () => {
    const turn = track.asking();
    track.answer(answer(4, 'snapshot'));
    track.disconnect();
    track.snapshotRead(turn, {});
    expect([track.position, track.state]).to.deep.equal([null, 'offline']);
    track.asking();
    track.snapshotRead(turn, {});
    expect([track.position, track.state]).to.deep.equal([null, 'catching-up']);
  });

  it('is stale while the server is paused, and keeps its position', () => {
    begin(4);
    track.asking();
    track.answer({ room: ROOM, live: false, epoch: null, seq: null, snapshot: false, events: [] });
    expect([track.state, track.position]).to.deep.equal(['stale', { epoch: 'e', seq: 4 }]);
    receive(5);
    expect(delivered).to.deep.equal([]);
  });

  it('forgets its position when it is refused', () => {
    begin(4);
    track.refuse();
    receive(5);
    expect([track.state, track.position, delivered]).to.deep.equal(['refused', null, []]);
  });
});
