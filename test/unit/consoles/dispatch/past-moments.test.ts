import { expect } from 'chai';
import { alertTarget } from '../../../../consoles/dispatch/board/alert-target.ts';
import { groupMoments } from '../../../../consoles/dispatch/board/past-moments.ts';

type Moment = Parameters<typeof groupMoments>[0][number];

const START = Date.parse('2026-02-12T05:00:00.000Z');

function moment(minute: number, kind: Moment['kind'], more: Partial<Moment> = {}): Moment {
  return {
    at: new Date(START + minute * 60_000).toISOString(),
    kind,
    subjectType: 'SHIFT',
    subjectId: `subject-${minute}`,
    by: 'DRIVER',
    reason: null,
    data: {},
    ...more,
  };
}

const sizes = (moments: readonly Moment[]) =>
  groupMoments(moments).map(({ kind, moments: { length } }) => `${kind} ${length}`);

describe('events of the past', () => {
  it('that are equal and close together are one line, even with others in between', () => {
    const moments = [
      moment(0, 'SHIFT_STARTED'),
      moment(2, 'TASK_FAILED', { subjectType: 'TASK' }),
      moment(5, 'SHIFT_STARTED'),
      moment(15, 'SHIFT_STARTED'),
    ];
    expect(sizes(moments)).to.deep.equal(['SHIFT_STARTED 3', 'TASK_FAILED 1']);
    const [shifts] = groupMoments(moments);
    expect(shifts?.at).to.equal(moments[0]?.at);
    expect(shifts?.until).to.equal(moments[3]?.at);
  });

  it('begin another line a quarter of an hour after the first', () => {
    expect(sizes([0, 10, 16, 20].map((minute) => moment(minute, 'SHIFT_STARTED')))).to.deep.equal([
      'SHIFT_STARTED 2',
      'SHIFT_STARTED 2',
    ]);
  });

  it('stay apart when reasons or kinds of alerts differ', () => {
    const alert = (minute: number, kind: string) =>
      moment(minute, 'ALERT_RAISED', { subjectType: 'ALERT', data: { kind } });
    expect(
      sizes([
        alert(0, 'LATE_RISK'),
        alert(1, 'NO_CANDIDATE'),
        alert(2, 'LATE_RISK'),
        moment(3, 'SHIFT_CANCELLED', { reason: 'Driver is ill' }),
        moment(4, 'SHIFT_CANCELLED'),
      ]),
    ).to.deep.equal(['ALERT_RAISED 2', 'ALERT_RAISED 1', 'SHIFT_CANCELLED 1', 'SHIFT_CANCELLED 1']);
  });
});

describe('where an alert leads', () => {
  it('is the task or driver that it is about, or the task that it names', () => {
    expect(alertTarget({ subjectType: 'TASK', subjectId: 'T' })?.path).to.equal('/?task=T');
    expect(alertTarget({ subjectType: 'DRIVER', subjectId: 'D' })).to.deep.equal({
      kind: 'driver',
      path: '/?tab=drivers&driver=D',
    });
    expect(alertTarget({ subjectType: 'GROUP', subjectId: 'G', data: { taskId: 'T' } })?.kind).to.equal(
      'task',
    );
  });

  it('is nowhere when it has several subjects, or one that the board does not show', () => {
    expect(alertTarget({ subjectType: 'TASK', subjectId: 'T', subjectCount: 2 })).to.equal(null);
    expect(alertTarget({ subjectType: 'SETTING', subjectId: 'S' })).to.equal(null);
  });
});
