import { expect } from 'chai';
import { liveMessage } from '../../../consoles/shared/live/live-message.ts';
import { applyEvent, newRoomView, readAnew } from '../../../scripts/city/watch/room-view.ts';
import { readBoard, readTask } from '../../../scripts/city/watch/snapshots.ts';
import { Person } from '../../../scripts/people/person.ts';

const stamp = { room: 'dispatch', epoch: 'e', seq: 1, id: 'i', at: '2026-02-12T05:00:00.000Z' };
const task = (version: number, status = 'ACCEPTED') =>
  liveMessage(
    'task.updated',
    {
      taskId: 't',
      orderId: 'o',
      groupId: 'g',
      status,
      driverId: 'd',
      round: 0,
      zoneId: null,
      dueBy: stamp.at,
      version,
    },
    stamp,
  );
const order = (groupId: string, version: number, status: string) =>
  liveMessage(
    'order.updated',
    { orderId: 'o', status, groupId, groupStatus: 'ACCEPTED', taskId: null, taskStatus: null, version },
    stamp,
  );

describe('a room as a client of the city shows it', () => {
  it('shows nothing older than before, and reports it when the live library delivers such an event', () => {
    const view = newRoomView('dispatcher-1', 'dispatch');
    applyEvent(view, task(5, 'PICKED_UP'));
    applyEvent(view, task(4));
    expect(view.tasks.get('t')).to.include({ status: 'PICKED_UP', version: 5 });
    expect(view.regressions).to.deep.equal(['t: version 4 after 5']);
  });

  it('recognizes a late event after a new reading', () => {
    const view = newRoomView('dispatcher-1', 'dispatch');
    applyEvent(view, task(5, 'PICKED_UP'));
    readAnew(view);
    applyEvent(view, task(4));
    expect(view.tasks.get('t')).to.include({ status: 'PICKED_UP', version: 5 });
    expect(view.regressions).to.deep.equal([]);
    applyEvent(view, task(6, 'IN_TRANSIT'));
    applyEvent(view, task(5, 'PICKED_UP'));
    expect(view.regressions).to.have.length(1);
  });

  it('lets the events of two groups of one order come in either order', () => {
    const view = newRoomView('buyer-1', 'order:o');
    applyEvent(view, order('g-1', 7, 'IN_PROGRESS'));
    applyEvent(view, order('g-2', 6, 'PENDING'));
    expect(view.orders.get('o')).to.deep.equal({ status: 'IN_PROGRESS', version: 7 });
    expect([...view.groups.values()].map(({ version }) => version)).to.deep.equal([7, 6]);
    expect(view.regressions).to.deep.equal([]);
  });

  it('prefers what it requested to an older event about it, but not to a newer one', async () => {
    const fetch = async (): Promise<Response> =>
      Response.json({
        ...{ id: 't', orderId: 'o', orderGroupId: 'g', status: 'CANCELLED', driverId: 'd', round: 1 },
        version: 11,
      });
    const person = new Person('Dispatcher 1', 'http://127.0.0.1', '10.0.0.1', { fetch });
    const view = newRoomView('dispatcher-1', 'dispatch');
    applyEvent(view, task(10, 'ASSIGNED'));
    await readTask(person, 't', view);
    expect(view.tasks.get('t')).to.include({ status: 'CANCELLED', version: 11 });
    applyEvent(view, task(12, 'UNASSIGNED'));
    await readTask(person, 't', view);
    expect(view.tasks.get('t')).to.include({ status: 'UNASSIGNED', version: 12 });
    expect(view.regressions).to.deep.equal([]);
  });

  it('drops groups without a task when the board is read again: events about them may have been missed', async () => {
    const fetch = async (): Promise<Response> =>
      Response.json({ data: [], page: { nextCursor: null, hasMore: false } });
    const person = new Person('Dispatcher 1', 'http://127.0.0.1', '10.0.0.1', { fetch });
    const view = newRoomView('dispatcher-1', 'dispatch');
    const group = { groupId: 'g', orderId: 'o', status: 'ACCEPTED', payment: 'PENDING', taskStatus: null };
    const more = { pickupEta: null, dropoffEta: null, version: 3 };
    applyEvent(view, liveMessage('group.updated', { ...group, ...more }, stamp));
    const { show } = await readBoard(person, view);
    expect([...view.groups.keys()]).to.deep.equal(['g']);
    show();
    expect([...view.groups.keys()]).to.deep.equal([]);
  });
});
