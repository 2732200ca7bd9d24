import { expect } from 'chai';
import { type ActionQueue, QueueFull } from '../../../../consoles/driver/queue/action-queue.ts';
import { ACCEPTED, ACCOUNT, OFFLINE, Phone, REFUSED, SIGNED_OUT, until } from './queue-world.ts';

const step = (kind: 'pick-up' | 'in-transit' | 'arrive', task = 'task-1') =>
  ({ kind, taskId: task, orderNumber: 'W-1' }) as const;
const idle = (queue: ActionQueue) => until(queue, ({ waiting, sending }) => waiting === 0 && !sending);

describe('the queue of a driver’s actions', () => {
  let phone: Phone;

  beforeEach(() => {
    phone = new Phone();
  });

  afterEach(() => {
    phone.close();
    expect(phone.faults).to.deep.equal([]);
  });

  it('sends in order, each with its own key and the time at which it was done', async () => {
    const queue = await phone.tab();
    await queue.start();
    await queue.add(step('pick-up'));
    phone.at += 60_000;
    await queue.add(step('in-transit'));
    await idle(queue);
    expect(phone.sent.map(({ id, kind, occurredAt }) => [id, kind, occurredAt])).to.deep.equal([
      ['key-1', 'pick-up', '2026-02-12T09:00:00.000Z'],
      ['key-2', 'in-transit', '2026-02-12T09:01:00.000Z'],
    ]);
    expect(queue.view.actions.map(({ state }) => state)).to.deep.equal(['ACCEPTED', 'ACCEPTED']);
  });

  it('keeps everything while there is no network, stopping at the first', async () => {
    phone.answer = () => OFFLINE;
    const queue = await phone.tab({ backoff: { first: 60_000, longest: 60_000 } });
    await queue.start();
    for (const kind of ['pick-up', 'in-transit', 'arrive'] as const) await queue.add(step(kind));
    await until(queue, ({ obstacle, sending }) => obstacle === 'OFFLINE' && !sending);
    expect(queue.view.waiting).to.equal(3);
    expect(new Set(phone.sent.map(({ kind }) => kind))).to.deep.equal(new Set(['pick-up']));
    queue.close();
  });

  it('shows when it retries, if the service requests a delay', async () => {
    phone.answer = () => ({ kind: 'later', obstacle: 'BUSY', retryAfter: 30 });
    const queue = await phone.tab({ backoff: { first: 1, longest: 1 } });
    await queue.start();
    const before = Date.now();
    await queue.add(step('pick-up'));
    await until(queue, ({ obstacle, retryAt }) => obstacle === 'BUSY' && retryAt !== null);
    expect((queue.view.retryAt ?? 0) - before).to.be.within(30_000, 31_000);
    phone.answer = () => ACCEPTED;
    queue.wake();
    await idle(queue);
    expect(queue.view).to.include({ obstacle: null, retryAt: null });
  });

  it('continues automatically when the network is back', async () => {
    let tries = 0;
    phone.answer = () => {
      tries += 1;
      return tries < 4 ? OFFLINE : ACCEPTED;
    };
    const queue = await phone.tab();
    await queue.start();
    await queue.add(step('pick-up'));
    await idle(queue);
    expect(phone.sent.map(({ id }) => id)).to.deep.equal(['key-1', 'key-1', 'key-1', 'key-1']);
  });

  it('survives the end of the app, even in the middle of sending, under the same key', async () => {
    const killed = await phone.tab({ send: () => new Promise(() => {}) });
    await killed.start();
    const action = await killed.add(step('pick-up'));
    await until(killed, ({ sending }) => sending);
    killed.close();
    // The system releases a dead tab's locks.
    const after = await phone.tab({ locks: new Phone().locks });
    await after.start();
    await idle(after);
    expect(phone.sent.map(({ id, occurredAt }) => [id, occurredAt])).to.deep.equal([
      [action.id, action.occurredAt],
    ]);
  });

  it('shows a refusal with its reason, continues with the rest, and removes it only when it was seen', async () => {
    phone.answer = ({ kind }) => (kind === 'pick-up' ? REFUSED : ACCEPTED);
    const queue = await phone.tab();
    await queue.start();
    await queue.add(step('pick-up'));
    await queue.add(step('pick-up', 'task-2'));
    await queue.add(step('arrive', 'task-3'));
    await idle(queue);
    expect(queue.view.refused).to.equal(2);
    const [first] = queue.view.actions;
    expect(first?.refusal).to.deep.include({
      code: 'delivery.INVALID_STATE',
      detail: 'The task was cancelled.',
    });
    expect(queue.view.actions.at(-1)?.state).to.equal('ACCEPTED');
    await queue.dismiss([first?.sequence ?? -1]);
    expect(queue.view.refused).to.equal(1);
  });

  it('waits for the next sign-in when the session has ended, and loses nothing', async () => {
    phone.answer = () => SIGNED_OUT;
    const queue = await phone.tab();
    await queue.start();
    await queue.add(step('pick-up'));
    await until(queue, ({ obstacle }) => obstacle === 'SIGNED_OUT');
    phone.answer = () => ACCEPTED;
    queue.wake();
    await idle(queue);
    expect(phone.sent.map(({ id }) => id)).to.deep.equal(['key-1', 'key-1']);
  });

  it('belongs to one account: another sends nothing of it, and sees that it exists', async () => {
    phone.answer = () => OFFLINE;
    const own = await phone.tab({ backoff: { first: 60_000, longest: 60_000 } });
    await own.start();
    await own.add(step('pick-up'));
    await until(own, ({ obstacle }) => obstacle === 'OFFLINE');
    own.close();
    phone.answer = () => ACCEPTED;
    const other = await phone.tab({ accountId: 'another-account' });
    await other.start();
    await idle(other);
    expect(other.view.actions).to.deep.equal([]);
    const store = await phone.store();
    expect(await store.waitingOfOthers('another-account')).to.equal(1);
    expect(await store.waitingOfOthers(ACCOUNT)).to.equal(0);
  });

  it('sends each action once from two tabs, and both show its result', async () => {
    const [one, two] = [await phone.tab(), await phone.tab()];
    await Promise.all([one.start(), two.start()]);
    await Promise.all([
      one.add(step('pick-up')),
      two.add(step('pick-up', 'task-2')),
      one.add(step('in-transit')),
      two.add(step('in-transit', 'task-2')),
    ]);
    const decided = (queue: ActionQueue) =>
      until(queue, ({ actions }) => actions.filter(({ state }) => state === 'ACCEPTED').length === 4);
    await Promise.all([decided(one), decided(two)]);
    expect(phone.sent).to.have.length(4);
    expect(new Set(phone.sent.map(({ id }) => id)).size).to.equal(4);
  });

  it('is limited: an action beyond the limit is refused at once, the others stay', async () => {
    phone.answer = () => OFFLINE;
    const queue = await phone.tab({ most: 2, backoff: { first: 60_000, longest: 60_000 } });
    await queue.add(step('pick-up'));
    await queue.add(step('in-transit'));
    const fault = await queue.add(step('arrive')).catch((error: unknown) => error);
    expect(fault).to.be.instanceOf(QueueFull);
    expect(queue.view.waiting).to.equal(2);
    queue.close();
  });

  it('keeps only the latest accepted ones', async () => {
    const queue = await phone.tab();
    for (let each = 0; each < 50; each += 1) await queue.add(step('pick-up', `task-${each}`));
    await until(queue, ({ actions, waiting }) => waiting === 0 && actions.length === 40);
    expect(queue.view.actions[0]?.taskId).to.equal('task-10');
  });

  it('deletes a photo’s bytes from the phone once they have arrived', async () => {
    const queue = await phone.tab();
    const photo = { type: 'image/jpeg', bytes: new Uint8Array([1, 2, 3]).buffer };
    await queue.add({ kind: 'photo', taskId: 'task-1', orderNumber: 'W-1', photo });
    await idle(queue);
    expect(phone.sent[0]?.photo?.bytes.byteLength).to.equal(3);
    expect(queue.view.actions[0]?.photo).to.equal(null);
  });
});
