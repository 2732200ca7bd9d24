import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { dataOf } from '../../../shared/api/client.ts';
import { useFormats } from '../../../shared/i18n/locale.tsx';
import { useSharedText } from '../../../shared/i18n/shared-texts.ts';
import { notify } from '../../../shared/notices/notices.ts';
import { useApi } from '../../../shared/session/session-context.tsx';
import { Button } from '../../../shared/ui/button.tsx';
import { Dialog } from '../../../shared/ui/dialog.tsx';
import { ErrorState } from '../../../shared/ui/error-state.tsx';
import { Skeleton } from '../../../shared/ui/skeleton.tsx';
import { keys } from '../../data/fresh-queries.ts';
import { CashBar } from '../../parts/cash-bar.tsx';
import { Refusal } from '../../parts/refusal.tsx';
import { TextArea } from '../../parts/text-area.tsx';
import { type Explained, useExplain } from '../../parts/use-report.ts';
import { useDriverText } from '../../texts/driver-texts.ts';
import { useTaskText } from '../../texts/task-texts.ts';
import { useWords } from '../../texts/words.ts';
import styles from './driver-dialog.module.css';
import { areRight, type Terms, TermsFields, USUAL_TERMS, writtenTerms } from './driver-terms.tsx';

type Step = 'approve' | 'save' | 'reject' | 'suspend' | 'reinstate' | 'carryOver';
const WITH_REASON: ReadonlySet<Step> = new Set<Step>(['reject', 'suspend', 'carryOver']);

/** One driver's terms, and whether they may drive. An edit is refused when somebody else was faster. */
export function DriverDialog({ id, onClose }: { id: string; onClose(): void }) {
  const t = useDriverText();
  const task = useTaskText();
  const words = useWords();
  const shared = useSharedText();
  const api = useApi();
  const queries = useQueryClient();
  const explain = useExplain();
  const { phone } = useFormats();
  const params = { path: { id } };
  const { data, error, refetch } = useQuery({
    queryKey: keys.driver(id),
    queryFn: () => dataOf(api.GET('/dispatch/drivers/{id}', { params })),
  });
  const [form, setForm] = useState<Terms | null>(null);
  const [seen, setSeen] = useState(0);
  const [reason, setReason] = useState('');
  const [tried, setTried] = useState<Step | null>(null);
  const [pending, setPending] = useState<Step | null>(null);
  const [refused, setRefused] = useState<Explained | null>(null);
  useEffect(() => {
    if (data === undefined || form !== null) return;
    setForm({
      zoneIds: new Set(data.zoneIds),
      limit: data.cashLimit?.amount ?? USUAL_TERMS.limit,
      capacity: String(data.capacity),
    });
    setSeen(data.version);
  }, [data, form]);

  const step = async (what: Step) => {
    setTried(what);
    if (form === null || data === undefined) return;
    if ((what === 'approve' || what === 'save') && !areRight(form)) return;
    if (WITH_REASON.has(what) && reason.trim() === '') return;
    setPending(what);
    setRefused(null);
    const terms = writtenTerms(form);
    const because = { reason: reason.trim() };
    try {
      if (what === 'approve')
        await dataOf(api.POST('/dispatch/drivers/{id}/approve', { params, body: terms }));
      else if (what === 'save') {
        const header = { 'If-Match': `"${seen}"` };
        await dataOf(api.PATCH('/dispatch/drivers/{id}', { params: { ...params, header }, body: terms }));
      } else if (what === 'reject')
        await dataOf(api.POST('/dispatch/drivers/{id}/reject', { params, body: because }));
      else if (what === 'suspend')
        await dataOf(api.POST('/dispatch/drivers/{id}/suspend', { params, body: because }));
      else if (what === 'carryOver') {
        await dataOf(api.POST('/dispatch/drivers/{id}/cash-carry-over', { params, body: because }));
      } else await dataOf(api.POST('/dispatch/drivers/{id}/reinstate', { params }));
      notify({ tone: 'success', title: t('drivers.saved', { name: data.fullName }) });
      onClose();
    } catch (fault) {
      const explained = explain(fault);
      setRefused(explained);
      // Shown as it is now, to be decided anew.
      if (explained.overtaken) setForm(null);
    }
    setPending(null);
    void queries.invalidateQueries({ queryKey: keys.driver(id) });
    void queries.invalidateQueries({ queryKey: ['drivers'] });
  };
  const status = data?.status;
  const button = (what: Step, label: string, kind: 'primary' | 'secondary' | 'danger') => (
    <Button kind={kind} isPending={pending === what} onPress={() => void step(what)}>
      {label}
    </Button>
  );
  const asksReason = tried !== null && WITH_REASON.has(tried) && reason.trim() === '';
  return (
    <Dialog
      title={
        data === undefined ? t('drivers.title') : `${data.fullName} · ${words(`driverStatus.${data.status}`)}`
      }
      hint={status === 'SUSPENDED' ? t('drivers.suspendHint') : undefined}
      onClose={onClose}
      actions={
        <>
          <Button onPress={onClose}>{shared('close')}</Button>
          {status === 'SUSPENDED' ? button('reinstate', t('drivers.reinstate'), 'secondary') : null}
          {status === 'APPLIED' ? button('approve', t('drivers.approve'), 'primary') : null}
          {status === 'APPROVED' || status === 'SUSPENDED'
            ? button('save', words('common.save'), 'primary')
            : null}
        </>
      }
    >
      {error !== null && data === undefined ? (
        <ErrorState error={error} onRetry={() => void refetch()} />
      ) : null}
      {data === undefined || form === null ? (
        error === null ? (
          <Skeleton lines={6} />
        ) : null
      ) : (
        <>
          <p>
            {phone(data.phone)} · {words(`vehicle.${data.vehicle.type}`)} <bdi>{data.vehicle.plate}</bdi>
          </p>
          {status === 'REJECTED' ? null : (
            <>
              <TermsFields terms={form} onChange={setForm} tried={tried === 'approve' || tried === 'save'} />
              <CashBar
                onHand={data.cash.onHand.amount}
                assigned={data.cash.assigned.amount}
                limit={data.cash.limit?.amount ?? null}
              />
              {data.shift !== null && !data.cash.carryOver && data.cash.onHand.amount !== '0.00'
                ? button('carryOver', t('drivers.carryOver'), 'secondary')
                : null}
              <TextArea
                label={words('common.reason')}
                value={reason}
                onChange={setReason}
                error={asksReason ? task('reason.needed') : null}
              />
              {/* Apart from what saves the terms: neither is pressed for the other. */}
              <div className={styles.grave}>
                {status === 'APPLIED' ? button('reject', t('drivers.reject'), 'danger') : null}
                {status === 'APPROVED' ? button('suspend', t('drivers.suspend'), 'danger') : null}
                {status === 'APPROVED' ? <p>{t('drivers.suspendHint')}</p> : null}
              </div>
            </>
          )}
        </>
      )}
      <Refusal of={refused} />
    </Dialog>
  );
}
