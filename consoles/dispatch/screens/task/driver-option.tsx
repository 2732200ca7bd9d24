import { useFormats } from '../../../shared/i18n/locale.tsx';
import type { BoardDriver } from '../../board/board-types.ts';
import { driverLook } from '../../board/select-drivers.ts';
import { useBoardPart } from '../../data/board-context.tsx';
import type { RankedRow } from '../../data/use-ranking.ts';
import { minus } from '../../parts/amounts.ts';
import looks from '../../parts/driver-look.module.css';
import { useRuleText } from '../../parts/use-rule-text.ts';
import { useChooseText } from '../../texts/choose-texts.ts';
import { useWords } from '../../texts/words.ts';
import styles from './driver-picker.module.css';

/** A shorter detour is not shown. */
const LITTLE_SECONDS = 30;

interface DriverOptionProps {
  id: string;
  row: RankedRow;
  tasks: number;
  best: boolean;
  active: boolean;
  onPick(): void;
}

/** One driver: the detour the task adds and the present load; or why the driver cannot take it. */
export function DriverOption({ id, row, tasks, best, active, onPick }: DriverOptionProps) {
  const t = useChooseText();
  const words = useWords();
  const driver = useBoardPart(({ state }) => state.drivers.get(row.driverId));
  const look = driver === undefined ? null : driverLook(driver);
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: keys are the field's, which says which option is active.
    // biome-ignore lint/a11y/useFocusableInteractive: as above.
    <div
      id={id}
      role="option"
      aria-selected={active}
      data-driver={row.driverId}
      data-givable={row.givable > 0 && !row.gone}
      className={styles.option}
      // Keeps the focus in the field.
      onPointerDown={(event) => event.preventDefault()}
      onClick={onPick}
    >
      <span className={styles.name}>
        <bdi>{row.driverName}</bdi>
        {best ? <span className={styles.best}>{t('driver.best')}</span> : null}
      </span>
      <span className={`${styles.look} ${look === null ? '' : looks[look]}`}>
        {row.gone || look === null ? t('driver.gone') : words(`look.${look}`)}
      </span>
      <Verdict row={row} tasks={tasks} />
      {driver === undefined ? null : <Load driver={driver} />}
    </div>
  );
}

/** The policy's rules and costs in words. */
function Verdict({ row, tasks }: Pick<DriverOptionProps, 'row' | 'tasks'>) {
  const t = useChooseText();
  const { duration, number } = useFormats();
  const { nameOf, figuresOf } = useRuleText();
  const { fits, givable, rule, unfit, addedDriveSeconds, latenessCausedSeconds, atLeastSeconds } = row;
  const parts: string[] = [];
  if (tasks > 1) parts.push(t('driver.takes', { fits: number(givable), all: number(tasks) }));
  if (fits > 0 && addedDriveSeconds !== undefined) {
    parts.push(
      addedDriveSeconds < LITTLE_SECONDS
        ? t('driver.addsNone')
        : t('driver.adds', { time: duration(addedDriveSeconds) }),
    );
  } else if (atLeastSeconds !== undefined) {
    parts.push(t('driver.atLeast', { time: duration(atLeastSeconds) }));
  }
  const late = latenessCausedSeconds ?? 0;
  return (
    <span className={styles.verdict}>
      {parts.join(' · ')}
      {fits > 0 && latenessCausedSeconds !== undefined ? (
        <>
          {parts.length > 0 ? ' · ' : null}
          <span className={late >= 60 ? styles.late : styles.onTime}>
            {late >= 60 ? t('driver.late', { time: duration(late) }) : t('driver.onTime')}
          </span>
        </>
      ) : null}
      {rule === null ? null : (
        <span className={styles.rule}>
          {parts.length > 0 ? ' · ' : null}
          {[
            nameOf(rule),
            tasks === 1 ? figuresOf(row) : null,
            unfit?.[0]?.byHand === true && tasks === 1 ? t('driver.overrule') : null,
          ]
            .filter((each) => each !== null)
            .join(' · ')}
        </span>
      )}
    </span>
  );
}

function Load({ driver }: { driver: BoardDriver }) {
  const t = useChooseText();
  const words = useWords();
  const { money } = useFormats();
  const { activeTasks, capacity, itemsAssigned, cash } = driver;
  return (
    <span className={styles.hint}>
      {[
        words('common.tasks', { count: activeTasks }),
        t('driver.room', { count: words('common.items', { count: Math.max(0, capacity - itemsAssigned) }) }),
        ...(cash.limit === null
          ? []
          : [t('driver.cash', { amount: money(minus(cash.limit.amount, cash.projected.amount)) })]),
      ].join(' · ')}
    </span>
  );
}
