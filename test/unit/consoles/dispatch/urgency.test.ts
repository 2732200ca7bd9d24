import { expect } from 'chai';
import { TaskSelector } from '../../../../consoles/dispatch/board/select-tasks.ts';
import { storeName } from '../../../../consoles/dispatch/board/store-name.ts';
import { latenessOf } from '../../../../consoles/dispatch/board/task-look.ts';
import { taskTime } from '../../../../consoles/dispatch/parts/task-time.ts';
import { foldText } from '../../../../consoles/shared/ui/fold-text.ts';
import { driver, inMinutes, NOW, task } from './sample-board.ts';

const ALL = { text: '', sections: [], zoneId: null, driverId: null } as const;
const byId = <T extends { taskId: string }>(...tasks: T[]) => new Map(tasks.map((one) => [one.taskId, one]));

describe('what the board shows about time', () => {
  it('is late from the promised moment until the goods are handed over', () => {
    const due = { dueBy: inMinutes(-1), dropoffEta: null };
    expect(latenessOf({ ...due, status: 'UNASSIGNED' }, NOW)).to.equal('late');
    expect(latenessOf({ ...due, status: 'CASH_RECORDED' }, NOW)).to.equal('late');
    expect(latenessOf({ ...due, status: 'COMPLETED' }, NOW)).to.equal('ok');
    expect(latenessOf({ ...due, status: 'FAILED' }, NOW)).to.equal('ok');
  });

  it('is at risk when the expected arrival is late, or, without one, when too little time is left', () => {
    const soon = { dueBy: inMinutes(40) };
    expect(latenessOf({ ...soon, status: 'UNASSIGNED', dropoffEta: null }, NOW)).to.equal('risk');
    expect(latenessOf({ ...soon, status: 'ASSIGNED', dropoffEta: null }, NOW)).to.equal('ok');
    expect(latenessOf({ ...soon, status: 'IN_TRANSIT', dropoffEta: inMinutes(41) }, NOW)).to.equal('risk');
    expect(latenessOf({ ...soon, status: 'IN_TRANSIT', dropoffEta: inMinutes(20) }, NOW)).to.equal('ok');
  });
});

describe('the list of tasks', () => {
  const waiting = task('w', { waitingSince: inMinutes(-5) });
  const waitsLonger = task('l', { waitingSince: inMinutes(-50) });
  const late = task('late', { dueBy: inMinutes(-12), status: 'IN_TRANSIT', driverId: 'y' });
  const later = task('later', { dueBy: inMinutes(-40), status: 'ACCEPTED', driverId: 'y' });
  const failed = task('failed', { status: 'FAILED', failure: 'NOBODY_HOME' });
  const risky = task('risky', { dueBy: inMinutes(30) });
  const calm = task('calm', { status: 'ACCEPTED', driverId: 'y' });
  const over = task('over', { status: 'COMPLETED', endedAt: inMinutes(-2) });
  const tasks = byId(calm, over, waiting, late, failed, waitsLonger, later, risky);
  const drivers = new Map([['y', driver('y', { fullName: 'Yousef أحمد' })]]);

  it('begins with the task that is latest, then failed, at risk, waiting longest, under way', () => {
    const { rows, counts } = new TaskSelector().select(tasks, drivers, ALL, NOW);
    const ids = rows.map((row) => row.task.taskId);
    expect(ids).to.deep.equal(['later', 'late', 'failed', 'risky', 'l', 'w', 'calm']);
    expect(counts).to.deep.equal({
      late: 2,
      failed: 1,
      risk: 1,
      waiting: 2,
      underWay: 1,
      returning: 0,
      ended: 1,
    });
  });

  it('sorts each part by what its rows show', () => {
    const expected = { status: 'IN_TRANSIT', driverId: 'y' } as const;
    const list = byId(
      task('soon', { ...expected, dropoffEta: inMinutes(20), dueBy: inMinutes(200) }),
      task('sooner', { ...expected, dropoffEta: inMinutes(10), dueBy: inMinutes(300) }),
      task('due', { ...expected, dueBy: inMinutes(15), status: 'PICKED_UP', dropoffEta: inMinutes(12) }),
      task('three hours', { ...expected, dropoffEta: inMinutes(260), dueBy: inMinutes(60) }),
      task('minutes', { ...expected, dropoffEta: inMinutes(40), dueBy: inMinutes(30) }),
      task('so far', { ...expected, dueBy: inMinutes(-30) }),
      task('will be', { ...expected, dropoffEta: inMinutes(90), dueBy: inMinutes(-5) }),
      task('just failed', {
        status: 'FAILED',
        failure: 'REFUSED',
        failedAt: inMinutes(-2),
        dueBy: inMinutes(1),
      }),
      task('undecided', {
        status: 'FAILED',
        failure: 'REFUSED',
        failedAt: inMinutes(-45),
        dueBy: inMinutes(99),
      }),
    );
    const { rows } = new TaskSelector().select(list, drivers, ALL, NOW);
    const t = (key: string, ...[params]: [{ time: string }?]) => `${key} ${params?.time ?? ''}`;
    const minutes = {
      duration: (seconds: number) => `${seconds / 60}`,
      delay: (seconds: number) => `+${seconds / 60}`,
      time: (at: unknown) => String(at).slice(11, 16),
    };
    const shown = rows.map((row) => [row.task.taskId, taskTime(row, NOW, t as never, minutes)]);
    expect(shown).to.deep.equal([
      ['will be', '+95'],
      ['so far', '+30'],
      ['undecided', 'row.undecided 45'],
      ['just failed', 'row.undecided 2'],
      ['three hours', '+200'],
      ['minutes', '+10'],
      ['due', 'row.spare 3'],
      ['sooner', 'row.arrives 12:10'],
      ['soon', 'row.arrives 12:20'],
    ]);
  });

  it('is filtered by part, zone, driver and words, as people write them', () => {
    const ids = (filter: Partial<Parameters<TaskSelector['select']>[2]>) =>
      new TaskSelector()
        .select(tasks, drivers, { ...ALL, ...filter }, NOW)
        .rows.map((row) => row.task.taskId);
    expect(ids({ sections: ['ended', 'failed'] })).to.deep.equal(['failed', 'over']);
    expect(ids({ driverId: 'y', sections: ['late'] })).to.deep.equal(['later', 'late']);
    expect(ids({ text: 'احمد' })).to.deep.equal(['later', 'late', 'calm']);
    expect(ids({ text: '2026-OVER' })).to.deep.equal(['over']);
    expect(ids({ zoneId: 'nowhere' })).to.deep.equal([]);
  });

  it('is found by the shop’s name in either language, and by the warehouse’s', () => {
    const shop = { en: 'Souq Roastery', ar: 'محامص السوق الأولى' };
    const roastery = task('r', { pickup: { ...waiting.pickup, name: 'Industrial Area 4', shop } });
    const ids = (text: string) =>
      new TaskSelector()
        .select(byId(waiting, roastery), drivers, { ...ALL, text }, NOW)
        .rows.map((row) => row.task.taskId);
    for (const text of ['roastery', 'محامص', 'الاولي', 'area 4'])
      expect(ids(text), text).to.deep.equal(['r']);
    expect(storeName(roastery.pickup, 'ar')).to.equal('محامص السوق الأولى · Industrial Area 4');
    expect(storeName(waiting.pickup, 'ar')).to.equal('الدوحة هوم · Doha Home Store');
    expect(storeName(waiting.pickup, 'en'), 'its warehouse says whose it is').to.equal('Doha Home Store');
  });

  it('keeps the row object of a task of which nothing has changed', () => {
    const selector = new TaskSelector();
    const first = selector.select(tasks, drivers, ALL, NOW).rows;
    const moved = new Map(tasks).set('w', { ...waiting, status: 'ASSIGNED' as const, driverId: 'y' });
    const second = selector.select(moved, drivers, ALL, NOW + 60_000).rows;
    const same = second.filter((row) => first.includes(row)).map((row) => row.task.taskId);
    expect(same).to.deep.equal(['later', 'late', 'failed', 'risky', 'l', 'calm']);
  });

  it('normalizes Arabic spellings, digits and case', () => {
    expect(foldText('شركة الإمارات')).to.equal(foldText('شركه الامارات'));
    expect(foldText('W-٢٠٢٦')).to.equal('w-2026');
  });
});
