import { lazy, Suspense, useState } from 'react';
import { useFormats } from '../../shared/i18n/locale.tsx';
import { Banner } from '../../shared/ui/banner.tsx';
import { PlainButton } from '../../shared/ui/plain-button.tsx';
import { useAct, useDriver, usePhone, useServerNow } from '../data/driver-context.tsx';
import type { Driver } from '../data/driver-data.ts';
import stepStyles from '../parts/step.module.css';
import taskStyles from '../parts/task.module.css';
import { dutyOf, type ShiftKind, waitingShiftStep } from '../tasks/duty.ts';
import { useText } from '../texts/driver-texts.ts';

const EndShiftSheet = lazy(async () => ({ default: (await import('./end-shift-sheet.tsx')).EndShiftSheet }));

/** Minutes before the planned start or end at which a driver is reminded. */
const REMIND = 30;

/** The shift: start, break, resume and end, with the planned times. */
export function ShiftPanel({ driver, busy }: { driver: Driver; busy: boolean }) {
  const t = useText();
  const { time } = useFormats();
  const { queue } = usePhone();
  const waiting = waitingShiftStep(queue.actions);
  const step = useShiftStep();
  const [ending, setEnding] = useState(false);
  const { shift, status } = driver;
  const duty = dutyOf(driver, waiting);
  const title =
    duty === 'OFF' || shift === null
      ? t('shift.off.title')
      : duty === 'ON_BREAK'
        ? t('shift.onBreak')
        : t('shift.onDuty', { time: time(shift.startedAt) });
  return (
    <section className={taskStyles.card} aria-label={title} data-testid="shift" data-duty={duty}>
      <div className={taskStyles.top}>
        <h2 className={taskStyles.number}>{title}</h2>
        {waiting === null ? null : <span className={taskStyles.chip}>{t('shift.waiting')}</span>}
      </div>
      <Reminder driver={driver} />
      {duty === 'OFF' ? <OffDuty disabled={status !== 'APPROVED' || waiting === 'shift-start'} /> : null}
      {duty === 'ON_DUTY' ? (
        <PlainButton wide onPress={() => step('shift-break')}>
          {t('shift.break')}
        </PlainButton>
      ) : null}
      {duty === 'ON_BREAK' ? <OnBreak onResume={() => step('shift-resume')} /> : null}
      {duty === 'ON_DUTY' || duty === 'ON_BREAK' ? (
        <PlainButton wide kind="quiet" isDisabled={waiting === 'shift-end'} onPress={() => setEnding(true)}>
          {t('shift.end')}
        </PlainButton>
      ) : null}
      <Suspense>
        {ending ? (
          <EndShiftSheet busy={busy} onClose={() => setEnding(false)} onEnd={() => step('shift-end')} />
        ) : null}
      </Suspense>
    </section>
  );
}

function useShiftStep(): (kind: ShiftKind) => void {
  const act = useAct();
  const runtime = useDriver();
  return (kind) => {
    // The first tap allows sound, and the phone may ask for the position permission.
    runtime.ring.allow();
    void act({ kind, taskId: null, orderNumber: null });
  };
}

function OffDuty({ disabled }: { disabled: boolean }) {
  const t = useText();
  const step = useShiftStep();
  return (
    <>
      <p className={stepStyles.hint}>{t('shift.off.hint')}</p>
      <PlainButton
        wide
        kind="primary"
        className={stepStyles.big}
        isDisabled={disabled}
        onPress={() => step('shift-start')}
      >
        {t('shift.start')}
      </PlainButton>
    </>
  );
}

function OnBreak({ onResume }: { onResume(): void }) {
  const t = useText();
  return (
    <>
      <p className={stepStyles.hint}>{t('shift.onBreak.hint')}</p>
      <PlainButton wide kind="primary" className={stepStyles.big} onPress={onResume}>
        {t('shift.resume')}
      </PlainButton>
    </>
  );
}

/** The planned start or end, when it is near or past. */
function Reminder({ driver }: { driver: Driver }) {
  const t = useText();
  const { time, duration } = useFormats();
  const now = useServerNow(15_000);
  const { shift, plannedShifts = [] } = driver;
  if (shift !== null) {
    if (shift.plannedEnd === null) return null;
    const left = (Date.parse(shift.plannedEnd) - now) / 1_000;
    if (left < 0) return <Banner tone="warning">{t('shift.overrun', { ago: duration(-left) })}</Banner>;
    if (left < REMIND * 60) return <Banner tone="info">{t('shift.endsIn', { left: duration(left) })}</Banner>;
    return <p className={stepStyles.hint}>{t('shift.until', { time: time(shift.plannedEnd) })}</p>;
  }
  const next = plannedShifts.find((plan) => plan.status === 'PLANNED' && Date.parse(plan.plannedEnd) > now);
  if (next === undefined) return null;
  const left = (Date.parse(next.plannedStart) - now) / 1_000;
  if (left < 0) return <Banner tone="warning">{t('shift.lateStart', { ago: duration(-left) })}</Banner>;
  return (
    <>
      <p className={stepStyles.hint}>
        {t('shift.next', { from: time(next.plannedStart), to: time(next.plannedEnd) })}
      </p>
      {left < REMIND * 60 ? (
        <Banner tone="info">{t('shift.startsIn', { left: duration(left) })}</Banner>
      ) : null}
    </>
  );
}
