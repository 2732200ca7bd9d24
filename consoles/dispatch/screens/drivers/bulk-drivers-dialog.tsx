import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { type FaultsOf, useSending } from '../../../shared/forms/use-sending.ts';
import { useSharedText } from '../../../shared/i18n/shared-texts.ts';
import { useApi } from '../../../shared/session/session-context.tsx';
import { Button } from '../../../shared/ui/button.tsx';
import { Dialog } from '../../../shared/ui/dialog.tsx';
import { ProgressBar } from '../../../shared/ui/progress-bar.tsx';
import { PRESETS_OF } from '../../parts/reason-choices.ts';
import { ReasonField } from '../../parts/reason-field.tsx';
import { useExplain } from '../../parts/use-report.ts';
import { useChooseText } from '../../texts/choose-texts.ts';
import { useDriverText } from '../../texts/driver-texts.ts';
import { useWords } from '../../texts/words.ts';
import type { Driver } from './driver-columns.tsx';
import styles from './driver-dialog.module.css';
import { type TermsField, TermsFields, USUAL_TERMS, useTermsErrors, writtenTerms } from './driver-terms.tsx';

interface Result {
  driver: Driver;
  /** Why it was refused; null if it succeeded. */
  refused: string | null;
}

export interface BulkDriversDialogProps {
  what: 'terms' | 'suspend';
  drivers: readonly Driver[];
  onClose(): void;
}

/** The same change for several drivers, each sent on its own against the version shown, with each result. */
export function BulkDriversDialog({ what, drivers, onClose }: BulkDriversDialogProps) {
  const t = useDriverText();
  const choose = useChooseText();
  const termsFaults = useTermsErrors();
  const words = useWords();
  const shared = useSharedText();
  const api = useApi();
  const queries = useQueryClient();
  const explain = useExplain();
  // As they were when the dialog opened.
  const [seen] = useState(drivers);
  const [terms, setTerms] = useState(USUAL_TERMS);
  const [reason, setReason] = useState('');
  // Refusals are shown per driver; the fields only show what can be checked before sending.
  const sending = useSending<TermsField | 'reason'>(() => ({}));
  const { faults } = sending;
  const [results, setResults] = useState<readonly Result[] | null>(null);
  const count = { count: seen.length };
  const done = results !== null && results.length === seen.length;

  const apply = ({ id, status, version }: Driver) => {
    const params = { path: { id } };
    if (what === 'suspend')
      return api.POST('/dispatch/drivers/{id}/suspend', { params, body: { reason: reason.trim() } });
    const body = writtenTerms(terms);
    if (status === 'APPLIED') return api.POST('/dispatch/drivers/{id}/approve', { params, body });
    const header = { 'If-Match': `"${version}"` };
    return api.PATCH('/dispatch/drivers/{id}', { params: { ...params, header }, body });
  };
  const seenFaults = (): FaultsOf<TermsField | 'reason'> => {
    if (what === 'terms') return termsFaults(terms);
    return reason.trim() === '' ? { reason: choose('reason.needed') } : {};
  };
  const run = async () => {
    const found: Result[] = [];
    setResults([]);
    for (const driver of seen) {
      try {
        await apply(driver);
        found.push({ driver, refused: null });
      } catch (error) {
        const { title, detail } = explain(error);
        found.push({ driver, refused: detail || title });
      }
      setResults([...found]);
    }
    void queries.invalidateQueries({ queryKey: ['drivers'] });
  };
  const submit = () => void sending.send(seenFaults(), run);
  return (
    <Dialog
      title={t(what === 'terms' ? 'drivers.bulkTerms' : 'drivers.bulkSuspend', count)}
      hint={results === null ? t(what === 'terms' ? 'drivers.bulkHint' : 'drivers.suspendHint') : undefined}
      onClose={onClose}
      onEnter={results === null ? submit : undefined}
      actions={
        results === null ? (
          <>
            <Button onPress={onClose}>{shared('cancel')}</Button>
            <Button kind={what === 'terms' ? 'primary' : 'danger'} onPress={submit}>
              {what === 'terms' ? words('common.apply') : t('drivers.suspend')}
            </Button>
          </>
        ) : (
          <Button kind="primary" onPress={onClose} isDisabled={!done}>
            {shared('close')}
          </Button>
        )
      }
    >
      {results !== null ? (
        <Results results={results} of={seen.length} />
      ) : (
        <div ref={sending.area} className={styles.form}>
          {what === 'terms' ? (
            <TermsFields
              terms={terms}
              onChange={(changed, field) => {
                setTerms(changed);
                sending.forget(field);
              }}
              faults={faults}
            />
          ) : (
            <ReasonField
              autoFocus
              presets={PRESETS_OF['suspend-driver'] ?? []}
              value={reason}
              onChange={(value) => {
                setReason(value);
                sending.forget('reason');
              }}
              error={faults.reason ?? null}
              onEnter={submit}
            />
          )}
        </div>
      )}
    </Dialog>
  );
}

function Results({ results, of }: { results: readonly Result[]; of: number }) {
  const t = useDriverText();
  const refused = results.filter((result) => result.refused !== null);
  return (
    <>
      {results.length < of ? (
        <ProgressBar label={t('drivers.bulkRunning')} share={results.length / of} />
      ) : (
        <p role="status" data-testid="bulk-results">
          {t('drivers.bulkDone', { count: of - refused.length })}
        </p>
      )}
      <ul>
        {refused.map(({ driver, refused: why }) => (
          <li key={driver.id}>
            <strong>
              <bdi>{driver.fullName}</bdi>
            </strong>{' '}
            {why}
          </li>
        ))}
      </ul>
    </>
  );
}
