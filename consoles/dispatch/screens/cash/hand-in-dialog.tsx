import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type { components } from '../../../../server/kernel/http/api-types.ts';
import { dataOf } from '../../../shared/api/client.ts';
import { useFormats } from '../../../shared/i18n/locale.tsx';
import { useSharedText } from '../../../shared/i18n/shared-texts.ts';
import { notify } from '../../../shared/notices/notices.ts';
import { useApi } from '../../../shared/session/session-context.tsx';
import { Button } from '../../../shared/ui/button.tsx';
import { Dialog } from '../../../shared/ui/dialog.tsx';
import { keys } from '../../data/fresh-queries.ts';
import { absolute, minus, signOf, sum, times } from '../../parts/amounts.ts';
import { Refusal } from '../../parts/refusal.tsx';
import { TextArea } from '../../parts/text-area.tsx';
import { type Explained, useExplain } from '../../parts/use-report.ts';
import { useCashText } from '../../texts/cash-texts.ts';
import { useWords } from '../../texts/words.ts';
import styles from './cash-screen.module.css';

type Schemas = components['schemas'];

const NOTES = ['500', '200', '100', '50', '10', '5', '1', '0.50', '0.25'] as const;
type Note = (typeof NOTES)[number];

export interface HandInDialogProps {
  cash: Schemas['DriverCash'];
  onClose(): void;
  onReceipt(settlementId: string): void;
}

/** Counts a driver's cash note by note against what is expected. What it comes to is the service's word, not this page's. */
export function HandInDialog({ cash, onClose, onReceipt }: HandInDialogProps) {
  const t = useCashText();
  const words = useWords();
  const shared = useSharedText();
  const { money } = useFormats();
  const api = useApi();
  const queries = useQueryClient();
  const explain = useExplain();
  const [counts, setCounts] = useState<Partial<Record<Note, number>>>({});
  const [note, setNote] = useState('');
  const [pending, setPending] = useState(false);
  const [refused, setRefused] = useState<Explained | null>(null);
  // One hand-in of this dialog, however often its answer is lost.
  const [key] = useState(() => crypto.randomUUID());
  const expected = cash.onHand.amount;
  const counted = sum(NOTES.map((value) => times(value, counts[value] ?? 0)));
  const difference = minus(counted, expected);
  const sign = signOf(difference);
  const submit = async () => {
    setPending(true);
    setRefused(null);
    try {
      const settlement = await dataOf(
        api.POST('/dispatch/cash/settlements', {
          params: { header: { 'Idempotency-Key': key } },
          body: {
            driverId: cash.driverId,
            denominations: NOTES.flatMap((value) => {
              const count = counts[value] ?? 0;
              return count > 0 ? [{ value, count }] : [];
            }),
            ...(note.trim() === '' ? {} : { note: note.trim() }),
          },
        }),
      );
      void queries.invalidateQueries({ queryKey: keys.cash });
      const closed = settlement.status === 'CLOSED';
      notify({
        tone: closed ? 'success' : 'warning',
        title: closed
          ? t('cash.closed', { amount: money(counted), name: cash.driverName })
          : t('cash.waiting'),
      });
      if (closed) onReceipt(settlement.id);
      else onClose();
    } catch (error) {
      setRefused(explain(error));
      setPending(false);
    }
  };
  return (
    <Dialog
      title={t('cash.handInOf', { name: cash.driverName })}
      onClose={onClose}
      actions={
        <>
          <Button onPress={onClose}>{shared('cancel')}</Button>
          <Button
            kind="primary"
            isPending={pending}
            isDisabled={signOf(counted) === 0}
            onPress={() => void submit()}
          >
            {t('cash.close')}
          </Button>
        </>
      }
    >
      <div className={styles.count}>
        {NOTES.map((value) => (
          <Line
            key={value}
            label={t(`cash.note.${value}`)}
            amount={money(times(value, counts[value] ?? 0))}
            count={counts[value] ?? 0}
            onCount={(count) => setCounts((former) => ({ ...former, [value]: count }))}
          />
        ))}
      </div>
      <dl className={styles.sums}>
        <dt>{t('cash.expected')}</dt>
        <dd>{money(expected)}</dd>
        <dt>{t('cash.counted')}</dt>
        <dd data-testid="counted">{money(counted)}</dd>
        <dt>{t('cash.difference')}</dt>
        <dd className={sign === 0 ? styles.right : styles.wrong}>
          <span role="status">
            {sign === 0
              ? t('cash.exact')
              : t(sign < 0 ? 'cash.missing' : 'cash.toomuch', { amount: money(absolute(difference)) })}
          </span>
        </dd>
      </dl>
      {sign === 0 ? null : <p>{t('cash.approvalHint')}</p>}
      <TextArea label={words('common.note')} value={note} onChange={setNote} />
      <Refusal of={refused} />
    </Dialog>
  );
}

interface LineProps {
  label: string;
  amount: string;
  count: number;
  onCount(count: number): void;
}

const MOST = 10_000;

function Line({ label, amount, count, onCount }: LineProps) {
  return (
    <>
      <span aria-hidden>{label}</span>
      <input
        type="number"
        inputMode="numeric"
        min={0}
        max={MOST}
        step={1}
        aria-label={label}
        value={count === 0 ? '' : count}
        placeholder="0"
        onChange={(event) =>
          onCount(Math.min(MOST, Math.max(0, Math.trunc(Number(event.target.value) || 0))))
        }
      />
      <span className={styles.amount}>{amount}</span>
    </>
  );
}
