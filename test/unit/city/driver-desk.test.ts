import { expect } from 'chai';
import { type LiveMessage, liveMessage } from '../../../consoles/shared/live/live-message.ts';
import { DriverDesk, type HandedOver } from '../../../scripts/city/people/driver-desk.ts';
import type { Hired, World } from '../../../scripts/city/world/world.ts';
import type { Schema } from '../../../scripts/people/person.ts';

const stamp = { room: 'driver:me', epoch: 'e', seq: 1, id: 'i', at: '2026-02-12T05:00:00.000Z' };

interface Told {
  status: string;
  driverId: string | null;
  version: number;
  handOverTo?: string | null;
}

const told = (more: Told): LiveMessage => {
  const ids = { taskId: 't', orderId: 'o', groupId: 'g', round: 1, zoneId: null, dueBy: stamp.at };
  return liveMessage('task.updated', { ...ids, handOverTo: null, ...more }, stamp);
};

const task = (status: string, version: number) =>
  ({
    id: 't',
    orderGroupId: 'g',
    status,
    version,
    round: 1,
    offer: null,
    handOver: null,
    attempt: 1,
  }) as never;

/** A desk whose socket the test controls, and the tasks that the service would list for the driver. */
async function desk() {
  const listed: Schema<'DriverTask'>[] = [];
  const handOvers: HandedOver[] = [];
  let hear: (message: LiveMessage) => void = () => undefined;
  const person = {
    connect: async ({ own }: { own: { onEvent: typeof hear } }) => {
      hear = own.onEvent;
    },
    ok: async (_: string, call: Promise<unknown>) => call,
  };
  const api = { GET: async () => ({ data: listed, page: { hasMore: false, nextCursor: null } }) };
  const hired = { citizen: { id: 'driver-1', person, api }, driverId: 'me', key: 'driver-1' };
  const world = {
    logbook: { views: [], mishap: (text: string) => expect.fail(text) },
    figures: { sockets: { live: 0, total: 0 } },
    pushes: { heard: () => undefined },
  };
  const made = new DriverDesk(world as unknown as World, hired as unknown as Hired, {
    onOffer: () => undefined,
    onHandOver: (handedOver) => handOvers.push(handedOver),
  });
  await made.connect();
  return { made, listed, handOvers, hear: (more: Told) => hear(told(more)) };
}

const STOP = { taskId: 't', kind: 'DROPOFF' } as const;
const settled = () => new Promise((resolve) => setImmediate(resolve));

describe("a driver's desk", () => {
  it('does not drive on with goods that another driver is to take over, until the hand-over is cancelled', async () => {
    const { made, hear, handOvers } = await desk();
    made.answered(task('IN_TRANSIT', 5));
    expect(made.anyStop()).to.include(STOP);
    hear({ status: 'IN_TRANSIT', driverId: 'me', version: 6, handOverTo: 'other' });
    hear({ status: 'IN_TRANSIT', driverId: 'me', version: 7, handOverTo: 'other' });
    expect([made.anyStop(), made.inHand()]).to.deep.equal([null, ['t']]);
    expect(handOvers, 'reported once').to.deep.equal([{ taskId: 't', groupId: 'g' }]);
    hear({ status: 'IN_TRANSIT', driverId: 'me', version: 8 });
    expect(made.anyStop()).to.include(STOP);
    hear({ status: 'IN_TRANSIT', driverId: 'me', version: 9, handOverTo: 'other' });
    hear({ status: 'IN_TRANSIT', driverId: 'other', version: 10 });
    expect(made.inHand()).to.deep.equal([]);
    expect(handOvers).to.have.length(2);
  });

  it('has goods that it takes over only once they are its own', async () => {
    const { made, hear, handOvers, listed } = await desk();
    hear({ status: 'IN_TRANSIT', driverId: 'other', version: 6, handOverTo: 'me' });
    expect(handOvers).to.deep.equal([{ taskId: 't', groupId: 'g' }]);
    expect(made.inHand()).to.deep.equal([]);
    listed.push(task('IN_TRANSIT', 8));
    hear({ status: 'IN_TRANSIT', driverId: 'me', version: 8 });
    await settled();
    expect(made.anyStop()).to.include(STOP);
  });

  it('has goods again whose completion was reversed', async () => {
    const { made, hear, listed } = await desk();
    made.answered(task('CASH_RECORDED', 5));
    made.answered(task('COMPLETED', 6));
    expect(made.inHand()).to.deep.equal([]);
    listed.push(task('IN_TRANSIT', 8));
    hear({ status: 'IN_TRANSIT', driverId: 'me', version: 8 });
    await settled();
    expect(made.anyStop()).to.include(STOP);
  });

  it('ignores a late message about a task that is over', async () => {
    const { made, hear, listed } = await desk();
    made.answered(task('CASH_RECORDED', 5));
    made.answered(task('COMPLETED', 6));
    listed.push(task('ARRIVED', 4));
    hear({ status: 'ARRIVED', driverId: 'me', version: 4 });
    await settled();
    expect(made.inHand()).to.deep.equal([]);
  });

  it('ignores a response that the loss of the task has overtaken', async () => {
    const { made, hear } = await desk();
    hear({ status: 'UNASSIGNED', driverId: null, version: 7 });
    made.answered(task('ACCEPTED', 6));
    expect(made.inHand()).to.deep.equal([]);
    made.answered(task('ACCEPTED', 9));
    expect(made.inHand()).to.deep.equal(['t']);
  });
});
