import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useSharedText } from '../../../shared/i18n/shared-texts.ts';
import { useApi } from '../../../shared/session/session-context.tsx';
import { Button } from '../../../shared/ui/button.tsx';
import { Dialog } from '../../../shared/ui/dialog.tsx';
import { ProgressBar } from '../../../shared/ui/progress-bar.tsx';
import { TextArea } from '../../parts/text-area.tsx';
import { useExplain } from '../../parts/use-report.ts';
import { useDriverText } from '../../texts/driver-texts.ts';
import { useTaskText } from '../../texts/task-texts.ts';
import { useWords } from '../../texts/words.ts';
import type { Driver } from './driver-columns.tsx';
import { areRight, TermsFields, USUAL_TERMS, writtenTerms } from './driver-terms.tsx';

interface Result {
  driver: Driver;
  /** Why not; null when it was done. */
  refused: string | null;
}

export interface BulkDriversDialogProps {
  what: 'terms' | 'suspend';
  drivers: readonly Driver[];
  onClose(): void;
}

/** The same for several drivers, each for itself and against what was seen, with how each went. */
export function BulkDriversDialog({ what, drivers, onClose }: BulkDriversDialogProps) {
  const t = useDriverText();
  const task = useTaskText();
  const words = useWords();
  const shared = useSharedText();
  const api = useApi();
  const queries = useQueryClient();
  const explain = useExplain();
  // As they were when the dialog opened.
  const [seen] = useState(drivers);
  const [terms, setTerms] = useState(USUAL_TERMS);
  const [reason, setReason] = useState('');
  const [tried, setTried] = useState(false);
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
  const submit = async () => {
    setTried(true);
    if (what === 'terms' ? !areRight(terms) : reason.trim() === '') return;
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
  return (
    <Dialog
      title={t(what === 'terms' ? 'drivers.bulkTerms' : 'drivers.bulkSuspend', count)}
      hint={results === null ? t(what === 'terms' ? 'drivers.bulkHint' : 'drivers.suspendHint') : undefined}
      onClose={onClose}
      actions={
        results === null ? (
          <>
            <Button onPress={onClose}>{shared('cancel')}</Button>
            <Button kind={what === 'terms' ? 'primary' : 'danger'} onPress={() => void submit()}>
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
      ) : what === 'terms' ? (
        <TermsFields terms={terms} onChange={setTerms} tried={tried} />
      ) : (
        <TextArea
          label={words('common.reason')}
          value={reason}
          onChange={setReason}
          error={tried && reason.trim() === '' ? task('reason.needed') : null}
        />
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
