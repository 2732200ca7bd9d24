import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { dataOf } from '../../../shared/api/client.ts';
import { useFieldErrors } from '../../../shared/forms/field-errors.ts';
import { useSending } from '../../../shared/forms/use-sending.ts';
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
import type { ReasonPurpose } from '../../parts/reason-choices.ts';
import { ReasonDialog } from '../../parts/reason-dialog.tsx';
import { RefusalOf } from '../../parts/refusal.tsx';
import { useExplain } from '../../parts/use-report.ts';
import { useDriverText } from '../../texts/driver-texts.ts';
import { useWords } from '../../texts/words.ts';
import styles from './driver-dialog.module.css';
import {
  mergedTerms,
  TERMS_PLACES,
  type Terms,
  type TermsField,
  TermsFields,
  termsOf,
  useTermsErrors,
  writtenTerms,
} from './driver-terms.tsx';

type Step = 'approve' | 'save' | 'reinstate';
type Reasoned = 'reject' | 'suspend' | 'carryOver';

const PURPOSES: Readonly<Record<Reasoned, ReasonPurpose>> = {
  reject: 'reject-driver',
  suspend: 'suspend-driver',
  carryOver: 'keep-cash',
};

/** One driver's terms, and whether they may drive. An edit is refused when someone else has saved first. */
export function DriverDialog({ id, onClose }: { id: string; onClose(): void }) {
  const t = useDriverText();
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
  /** What the form started from: the version being edited, and whether someone else has changed it since. */
  const [begun, setBegun] = useState<{ version: number; terms: Terms; overtaken: boolean } | null>(null);
  const [pending, setPending] = useState<Step | null>(null);
  const [asked, setAsked] = useState<Reasoned | null>(null);
  const faultsAt = useFieldErrors();
  const termsFaults = useTermsErrors();
  const sending = useSending<TermsField>((fault) => faultsAt(fault, TERMS_PLACES));
  useEffect(() => {
    if (data === undefined || begun !== null) return;
    const terms = termsOf(data);
    setForm(terms);
    setBegun({ version: data.version, terms, overtaken: false });
  }, [data, begun]);
  /** Keeps what was typed, beside the present values, to be decided again. */
  const meet = async () => {
    const { data: now } = await refetch();
    if (now === undefined || form === null || begun === null || now.version === begun.version) return;
    const terms = termsOf(now);
    setForm(mergedTerms(begun.terms, form, terms));
    setBegun({ version: now.version, terms, overtaken: true });
  };

  const finish = () => {
    notify({ tone: 'success', title: t('drivers.saved', { name: data?.fullName ?? '' }) });
    onClose();
  };
  const refresh = () => {
    void queries.invalidateQueries({ queryKey: keys.driver(id) });
    void queries.invalidateQueries({ queryKey: ['drivers'] });
  };
  const act = async (what: Step, terms: Terms) => {
    const body = writtenTerms(terms);
    if (what === 'approve') await dataOf(api.POST('/dispatch/drivers/{id}/approve', { params, body }));
    else if (what === 'save') {
      const header = { 'If-Match': `"${begun?.version ?? 0}"` };
      await dataOf(api.PATCH('/dispatch/drivers/{id}', { params: { ...params, header }, body }));
    } else await dataOf(api.POST('/dispatch/drivers/{id}/reinstate', { params }));
  };
  const step = async (what: Step) => {
    if (form === null) return;
    setPending(what);
    const done = await sending.send(what === 'reinstate' ? {} : termsFaults(form), async () => {
      try {
        await act(what, form);
      } catch (fault) {
        if (explain(fault).overtaken) await meet();
        throw fault;
      }
    });
    setPending(null);
    refresh();
    if (done) finish();
  };
  const because = async (what: Reasoned, reason: string) => {
    const body = { reason };
    try {
      if (what === 'reject') await dataOf(api.POST('/dispatch/drivers/{id}/reject', { params, body }));
      else if (what === 'suspend') await dataOf(api.POST('/dispatch/drivers/{id}/suspend', { params, body }));
      else await dataOf(api.POST('/dispatch/drivers/{id}/cash-carry-over', { params, body }));
    } finally {
      refresh();
    }
    finish();
  };
  const status = data?.status;
  const button = (what: Step, kind: 'primary' | 'secondary') => (
    <Button kind={kind} isPending={pending === what} onPress={() => void step(what)}>
      {what === 'save' ? words('common.save') : t(`drivers.${what}`)}
    </Button>
  );
  const asking = (what: Reasoned, kind: 'secondary' | 'danger') => (
    <Button kind={kind} onPress={() => setAsked(what)}>
      {t(`drivers.${what}`)}
    </Button>
  );
  const main = status === 'APPLIED' ? 'approve' : 'save';
  return (
    <Dialog
      title={
        data === undefined ? t('drivers.title') : `${data.fullName} · ${words(`driverStatus.${data.status}`)}`
      }
      hint={status === 'SUSPENDED' ? t('drivers.suspendHint') : undefined}
      onClose={onClose}
      onEnter={status === undefined || status === 'REJECTED' ? undefined : () => void step(main)}
      actions={
        <>
          <Button onPress={onClose}>{shared('close')}</Button>
          {status === 'SUSPENDED' ? button('reinstate', 'secondary') : null}
          {status === undefined || status === 'REJECTED' ? null : button(main, 'primary')}
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
            <div ref={sending.area} className={styles.form}>
              <TermsFields
                terms={form}
                now={begun?.overtaken === true ? begun.terms : null}
                onChange={(changed, field) => {
                  setForm(changed);
                  sending.forget(field);
                }}
                faults={sending.faults}
              />
              <CashBar
                onHand={data.cash.onHand.amount}
                assigned={data.cash.assigned.amount}
                limit={data.cash.limit?.amount ?? null}
              />
              {/* Kept apart from the button that saves the terms, so that neither is pressed by mistake. */}
              <div className={styles.grave}>
                {data.shift !== null && !data.cash.carryOver && data.cash.onHand.amount !== '0.00'
                  ? asking('carryOver', 'secondary')
                  : null}
                {status === 'APPLIED' ? asking('reject', 'danger') : null}
                {status === 'APPROVED' ? asking('suspend', 'danger') : null}
              </div>
            </div>
          )}
        </>
      )}
      <RefusalOf
        refusal={sending.refusal}
        overtaken={begun?.overtaken === true ? t('drivers.kept') : undefined}
      />
      {asked === null || data === undefined ? null : (
        <ReasonDialog
          title={`${t(`drivers.${asked}`)} · ${data.fullName}`}
          hint={asked === 'suspend' ? t('drivers.suspendHint') : undefined}
          purpose={PURPOSES[asked]}
          confirm={t(`drivers.${asked}`)}
          grave={asked !== 'carryOver'}
          run={(reason) => because(asked, reason)}
          onClose={() => setAsked(null)}
        />
      )}
    </Dialog>
  );
}
