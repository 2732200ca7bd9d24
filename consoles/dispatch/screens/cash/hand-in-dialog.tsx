import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type { components } from '../../../../server/kernel/http/api-types.ts';
import { dataOf } from '../../../shared/api/client.ts';
import { useFieldErrors } from '../../../shared/forms/field-errors.ts';
import { useSending } from '../../../shared/forms/use-sending.ts';
import { useFormats } from '../../../shared/i18n/locale.tsx';
import { useSharedText } from '../../../shared/i18n/shared-texts.ts';
import { notify } from '../../../shared/notices/notices.ts';
import { useApi } from '../../../shared/session/session-context.tsx';
import { Button } from '../../../shared/ui/button.tsx';
import { Dialog } from '../../../shared/ui/dialog.tsx';
import { TextArea } from '../../../shared/ui/text-area.tsx';
import { keys } from '../../data/fresh-queries.ts';
import { absolute, minus, signOf } from '../../parts/amounts.ts';
import { RefusalOf } from '../../parts/refusal.tsx';
import { useCashText } from '../../texts/cash-texts.ts';
import { useWords } from '../../texts/words.ts';
import styles from './cash-screen.module.css';
import { type Counts, countOf, faultOf, NOTES, type Note, totalOf } from './note-counts.ts';
import { NoteLine } from './note-line.tsx';

type Schemas = components['schemas'];

export interface HandInDialogProps {
  cash: Schemas['DriverCash'];
  onClose(): void;
  onReceipt(settlementId: string): void;
}

/**
 * Counts a driver's cash by denomination against the expected amount. The service, not this page, computes the result.
 */
export function HandInDialog({ cash, onClose, onReceipt }: HandInDialogProps) {
  const t = useCashText();
  const words = useWords();
  const shared = useSharedText();
  const { money } = useFormats();
  const api = useApi();
  const queries = useQueryClient();
  const [counts, setCounts] = useState<Counts>({});
  const [note, setNote] = useState('');
  // One idempotency key per dialog: a lost answer cannot create a second hand-in.
  const [key] = useState(() => crypto.randomUUID());
  const expected = cash.onHand.amount;
  const counted = totalOf(counts);
  const difference = minus(counted, expected);
  const sign = signOf(difference);
  const miscounted = NOTES.some((each) => faultOf(counts[each]) !== null);
  const unexplained = sign !== 0 && note.trim() === '';
  const faultsAt = useFieldErrors();
  // Only counts other than zero are sent.
  const sent = NOTES.filter((each) => countOf(counts[each]) > 0);
  const sending = useSending<'note' | Note>((error) =>
    faultsAt<'note' | Note>(error, {
      '/note': 'note',
      ...Object.fromEntries(sent.map((each, index) => [`/denominations/${index}`, each])),
    }),
  );
  const { faults } = sending;
  const run = async () => {
    const settlement = await dataOf(
      api.POST('/dispatch/cash/settlements', {
        params: { header: { 'Idempotency-Key': key } },
        body: {
          driverId: cash.driverId,
          denominations: sent.map((value) => ({ value, count: countOf(counts[value]) })),
          ...(note.trim() === '' ? {} : { note: note.trim() }),
        },
      }),
    );
    void queries.invalidateQueries({ queryKey: keys.cash });
    const closed = settlement.status === 'CLOSED';
    notify({
      tone: closed ? 'success' : 'warning',
      title: closed ? t('cash.closed', { amount: money(counted), name: cash.driverName }) : t('cash.waiting'),
    });
    if (closed) onReceipt(settlement.id);
    else onClose();
  };
  const nothing = signOf(counted) === 0 && !miscounted;
  const submit = () => {
    if (nothing) return;
    const wrong = NOTES.filter((each) => faultOf(counts[each]) !== null);
    void sending.send(
      {
        // Each line shows its own error.
        ...Object.fromEntries(wrong.map((each) => [each, ''])),
        ...(unexplained ? { note: t('cash.noteNeeded') } : {}),
      },
      run,
    );
  };
  return (
    <Dialog
      title={t('cash.handInOf', { name: cash.driverName })}
      onClose={onClose}
      onEnter={submit}
      actions={
        <>
          <Button onPress={onClose}>{shared('cancel')}</Button>
          <Button kind="primary" isPending={sending.pending} isDisabled={nothing} onPress={submit}>
            {t('cash.close')}
          </Button>
        </>
      }
    >
      <div className={styles.handIn} ref={sending.area}>
        <div className={styles.count}>
          {NOTES.map((each, index) => (
            <NoteLine
              key={each}
              note={each}
              typed={counts[each] ?? ''}
              refused={faults[each] ?? ''}
              autoFocus={index === 0}
              onType={(typed) => {
                setCounts((former) => ({ ...former, [each]: typed }));
                sending.forget(each);
              }}
            />
          ))}
        </div>
        <dl className={styles.sums} data-exact={sign === 0 || undefined}>
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
          onChange={(typed) => {
            setNote(typed);
            sending.forget('note');
          }}
          error={sign === 0 ? null : (faults.note ?? null)}
        />
        <RefusalOf refusal={sending.refusal} />
      </div>
    </Dialog>
  );
}
