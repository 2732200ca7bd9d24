import { useState } from 'react';
import { orderName } from '../../shared/domain/order-name.ts';
import { useFormats } from '../../shared/i18n/locale.tsx';
import { PlainButton } from '../../shared/ui/plain-button.tsx';
import { useAct } from '../data/driver-context.tsx';
import { Sheet } from '../parts/sheet.tsx';
import stepStyles from '../parts/step.module.css';
import taskStyles from '../parts/task.module.css';
import {
  amountOf,
  changeFor,
  DENOMINATIONS,
  dirhams,
  likelyPayments,
  type Pieces,
  sumOf,
} from '../tasks/cash.ts';
import type { LocalTask } from '../tasks/local-task.ts';
import { useCashText } from '../texts/cash-texts.ts';
import styles from './cash-sheet.module.css';

/** The amount due, what the buyer gives, and the change. The amount recorded is always exactly the amount due. */
export function CashSheet({ local, onClose }: { local: LocalTask; onClose(): void }) {
  const t = useCashText();
  const { money } = useFormats();
  const act = useAct();
  const { cashDue, id } = local.task;
  const orderNumber = orderName(local.task);
  const due = dirhams(cashDue.amount);
  const [given, setGiven] = useState(due);
  const [pieces, setPieces] = useState<Pieces | null>(null);
  const received = pieces === null ? given : sumOf(pieces);
  const record = async () => {
    const body = { amount: cashDue };
    if (await act({ kind: 'record-cash', taskId: id, orderNumber, body })) onClose();
  };
  return (
    <Sheet
      title={t('cash.title')}
      onClose={onClose}
      actions={
        <PlainButton
          wide
          kind="primary"
          className={stepStyles.big}
          isDisabled={received < due}
          onPress={() => void record()}
        >
          {received < due
            ? t('cash.missing', { amount: money(amountOf(due - received)) })
            : t('cash.record', { amount: money(cashDue.amount) })}
        </PlainButton>
      }
    >
      <p className={taskStyles.due}>
        <span>{t('cash.due')}</span>
        <span className={taskStyles.amount}>{money(cashDue.amount)}</span>
      </p>
      {pieces === null ? (
        <Payments due={due} given={given} onChoose={setGiven} onCount={() => setPieces({})} />
      ) : (
        <Counting pieces={pieces} onChange={setPieces} />
      )}
      <Change due={due} given={received} />
    </Sheet>
  );
}

interface PaymentsProps {
  due: number;
  given: number;
  onChoose(given: number): void;
  onCount(): void;
}

function Payments({ due, given, onChoose, onCount }: PaymentsProps) {
  const t = useCashText();
  const { money } = useFormats();
  return (
    <fieldset className={stepStyles.group}>
      <legend>{t('cash.given')}</legend>
      <div className={`${stepStyles.group} ${stepStyles.two}`}>
        {likelyPayments(due).map((amount) => (
          <button
            key={amount}
            type="button"
            className={stepStyles.choice}
            aria-pressed={amount === given}
            onClick={() => onChoose(amount)}
          >
            {amount === due ? t('cash.exact') : money(amountOf(amount))}
          </button>
        ))}
      </div>
      <PlainButton wide kind="quiet" onPress={onCount}>
        {t('cash.count')}
      </PlainButton>
    </fieldset>
  );
}

function Counting({ pieces, onChange }: { pieces: Pieces; onChange(pieces: Pieces): void }) {
  const t = useCashText();
  const { money } = useFormats();
  const set = (each: number, count: number) => onChange({ ...pieces, [each]: Math.max(0, count) });
  return (
    <fieldset className={stepStyles.group}>
      <legend>{t('cash.count')}</legend>
      {DENOMINATIONS.map((each) => {
        const count = pieces[each] ?? 0;
        const amount = money(amountOf(each));
        return (
          <div key={each} className={styles.countRow}>
            <span>{amount}</span>
            <button
              type="button"
              className={styles.round}
              aria-label={t('cash.less', { amount })}
              onClick={() => set(each, count - 1)}
            >
              −
            </button>
            <output className={styles.pieces}>{t('cash.pieces', { count })}</output>
            <button
              type="button"
              className={styles.round}
              aria-label={t('cash.more', { amount })}
              onClick={() => set(each, count + 1)}
            >
              +
            </button>
          </div>
        );
      })}
    </fieldset>
  );
}

/** The change, by denomination. */
function Change({ due, given }: { due: number; given: number }) {
  const t = useCashText();
  const { money } = useFormats();
  const { change, pieces } = changeFor(due, given);
  if (given < due) return null;
  const parts = DENOMINATIONS.flatMap((each) => {
    const count = pieces[each];
    return count === undefined ? [] : [`${count} × ${money(amountOf(each))}`];
  });
  return (
    <section className={stepStyles.group} aria-live="polite">
      <p className={taskStyles.due}>
        <span>{t('cash.change')}</span>
        <span className={taskStyles.amount}>
          {change === 0 ? t('cash.noChange') : money(amountOf(change))}
        </span>
      </p>
      {parts.length === 0 ? null : (
        <p className={taskStyles.facts}>
          {parts.map((part) => (
            <bdi key={part}>{part}</bdi>
          ))}
        </p>
      )}
    </section>
  );
}
