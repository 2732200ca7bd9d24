import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import type { components } from '../../../../server/kernel/http/api-types.ts';
import { dataOf } from '../../../shared/api/client.ts';
import { useFormats } from '../../../shared/i18n/locale.tsx';
import { useSharedText } from '../../../shared/i18n/shared-texts.ts';
import { notify } from '../../../shared/notices/notices.ts';
import { useApi } from '../../../shared/session/session-context.tsx';
import { Button } from '../../../shared/ui/button.tsx';
import { Dialog } from '../../../shared/ui/dialog.tsx';
import { keys } from '../../data/fresh-queries.ts';
import { absolute, minus, signOf } from '../../parts/amounts.ts';
import { Refusal } from '../../parts/refusal.tsx';
import { TextArea } from '../../parts/text-area.tsx';
import { type Explained, useExplain } from '../../parts/use-report.ts';
import { useCashText } from '../../texts/cash-texts.ts';
import { useWords } from '../../texts/words.ts';
import styles from './cash-screen.module.css';
import { type Counts, countOf, faultOf, NOTES, totalOf } from './note-counts.ts';
import { NoteLine } from './note-line.tsx';

type Schemas = components['schemas'];

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
  const [counts, setCounts] = useState<Counts>({});
  const [note, setNote] = useState('');
  const [pending, setPending] = useState(false);
  const [refused, setRefused] = useState<Explained | null>(null);
  /** How often it was asked to be taken: what keeps it from being taken is shown from the first time on. */
  const [attempt, setAttempt] = useState(0);
  const body = useRef<HTMLDivElement>(null);
  // One hand-in of this dialog, however often its answer is lost.
  const [key] = useState(() => crypto.randomUUID());
  const expected = cash.onHand.amount;
  const counted = totalOf(counts);
  const difference = minus(counted, expected);
  const sign = signOf(difference);
  const miscounted = NOTES.some((each) => faultOf(counts[each]) !== null);
  const unexplained = sign !== 0 && note.trim() === '';
  useEffect(() => {
    if (attempt > 0) body.current?.querySelector<HTMLElement>('[aria-invalid=true]')?.focus();
  }, [attempt]);
  const submit = async () => {
    if (miscounted || unexplained) return setAttempt((count) => count + 1);
    setPending(true);
    setRefused(null);
    try {
      const settlement = await dataOf(
        api.POST('/dispatch/cash/settlements', {
          params: { header: { 'Idempotency-Key': key } },
          body: {
            driverId: cash.driverId,
            denominations: NOTES.flatMap((value) => {
              const count = countOf(counts[value]);
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
            isDisabled={signOf(counted) === 0 && !miscounted}
            onPress={() => void submit()}
          >
            {t('cash.close')}
          </Button>
        </>
      }
    >
      <div className={styles.handIn} ref={body}>
        <div className={styles.count}>
          {NOTES.map((each) => (
            <NoteLine
              key={each}
              note={each}
              typed={counts[each] ?? ''}
              onType={(typed) => setCounts((former) => ({ ...former, [each]: typed }))}
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
        <TextArea
          label={words('common.note')}
          value={note}
          onChange={setNote}
          error={attempt > 0 && unexplained ? t('cash.noteNeeded') : null}
        />
        <Refusal of={refused} />
      </div>
    </Dialog>
  );
}
