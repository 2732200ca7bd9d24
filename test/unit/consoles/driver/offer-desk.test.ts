import { expect } from 'chai';
import type { LocalTask } from '../../../../consoles/driver/tasks/local-task.ts';
import { OfferDesk, offerId } from '../../../../consoles/driver/tasks/offer-desk.ts';

function offer(id: string, expiresAt: string | null = '2026-02-12T09:01:30.000Z'): LocalTask {
  return { task: { id: `task-${id}`, offer: { id, expiresAt } }, status: 'ASSIGNED' } as LocalTask;
}

function accepted(id: string): LocalTask {
  return { task: { id: `task-${id}`, offer: null }, status: 'ACCEPTED' } as LocalTask;
}

describe('offers on the phone', () => {
  let desk: OfferDesk;
  const seen = () => {
    const { open, over, queued, aside } = desk.store.get();
    return {
      open: open === null ? null : offerId(open),
      over,
      queued: queued.map(offerId),
      aside: aside.map(({ local, over: ended }) => `${offerId(local)}${ended ? ' over' : ''}`),
    };
  };
  beforeEach(() => {
    desk = new OfferDesk();
  });

  it('open one at a time; a newer one waits, however urgent', () => {
    desk.see([offer('a')]);
    desk.see([offer('b', '2026-02-12T09:00:10.000Z'), offer('a'), offer('c', null)]);
    expect(seen()).to.deep.equal({ open: 'a', over: false, queued: ['b', 'c'], aside: [] });
  });

  it('come by their expiry once the open one is answered, silently', () => {
    const later = [offer('b'), offer('c', '2026-02-12T09:00:10.000Z')];
    desk.see([offer('a')]);
    desk.see([offer('a'), ...later]);
    desk.answer(offer('a'));
    desk.see([accepted('a'), ...later]);
    expect(seen()).to.deep.include({ open: 'c', over: false, queued: ['b'] });
    // Declined: the task is gone altogether.
    desk.answer(later[1] ?? null);
    desk.see([accepted('a'), offer('b')]);
    expect(seen()).to.deep.include({ open: 'b', over: false });
  });

  it('stay visible when they expire unanswered, and give way once that was seen', () => {
    desk.see([offer('a'), offer('b')]);
    // The list may still have the task, cancelled.
    desk.see([{ ...accepted('a'), status: 'CANCELLED' }, offer('b')]);
    expect(seen()).to.deep.include({ open: 'a', over: true, queued: ['b'] });
    desk.see([offer('b')]);
    expect(seen()).to.deep.include({ open: 'a', over: true, queued: ['b'] });
    desk.putAside();
    expect(seen()).to.deep.equal({ open: 'b', over: false, queued: [], aside: [] });
  });

  it('are silent when another phone of the driver has accepted them', () => {
    desk.see([offer('a')]);
    desk.see([accepted('a')]);
    expect(seen()).to.deep.include({ open: null, over: false });
  });

  it('that were set aside can be reached until they expire, and then say so', () => {
    desk.see([offer('a'), offer('b')]);
    desk.putAside();
    desk.putAside();
    expect(seen()).to.deep.equal({ open: null, over: false, queued: [], aside: ['a', 'b'] });
    desk.reopen('b');
    expect(seen()).to.deep.include({ open: 'b', aside: ['a'] });
    desk.see([offer('b')]);
    expect(seen()).to.deep.include({ open: 'b', aside: ['a over'] });
    desk.forget('a');
    expect(seen()).to.deep.include({ open: 'b', aside: [] });
  });

  it('are identified by the offer: the same task offered again opens again', () => {
    desk.see([offer('a')]);
    desk.putAside();
    const again = { ...offer('a2'), task: { ...offer('a2').task, id: 'task-a' } } as LocalTask;
    desk.see([again]);
    expect(seen()).to.deep.include({ open: 'a2', aside: ['a over'] });
  });

  it('are the same view object while nothing changes', () => {
    const tasks = [offer('a'), offer('b')];
    desk.see(tasks);
    const before = desk.store.get();
    desk.see([...tasks]);
    expect(desk.store.get()).to.equal(before);
  });
});
