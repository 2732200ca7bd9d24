import { ArrowLeft, Download, FileSpreadsheet } from 'lucide-react';
import { useState } from 'react';
import { Link, useParams } from 'react-router';
import { isProblemCode } from '../../../shared/api/problem.ts';
import { Refused } from '../../../shared/forms/refused.tsx';
import { useSending } from '../../../shared/forms/use-sending.ts';
import { useFormats } from '../../../shared/i18n/locale.tsx';
import { useApi } from '../../../shared/session/session-context.tsx';
import { Banner, type Tone } from '../../../shared/ui/banner.tsx';
import { Button } from '../../../shared/ui/button.tsx';
import { EmptyState } from '../../../shared/ui/empty-state.tsx';
import { ErrorState } from '../../../shared/ui/error-state.tsx';
import { ProgressBar } from '../../../shared/ui/progress-bar.tsx';
import { saveFile } from '../../../shared/ui/save-file.ts';
import { Skeleton } from '../../../shared/ui/skeleton.tsx';
import {
  failedRows,
  isUnderWay,
  type SellerImport,
  shareDone,
  useImport,
  useImportSteps,
} from '../../data/files.ts';
import page from '../../parts/screen-pages.module.css';
import { useFailureNotice } from '../../parts/use-failure-notice.ts';
import { useFileText } from '../../texts/file-texts.ts';
import styles from './files.module.css';
import { ImportRows } from './import-rows.tsx';

/** One file: how far it is, what it changes, and what is wrong with it. */
export function ImportPage() {
  const t = useFileText();
  const { id = '' } = useParams();
  const { data, error, refetch } = useImport(id);
  return (
    <>
      <Link to="/files" className={styles.back ?? ''}>
        <ArrowLeft aria-hidden size={16} className={styles.arrow} /> {t('files.back')}
      </Link>
      {data !== undefined ? (
        <Whole found={data} />
      ) : error === null ? (
        <Skeleton lines={10} />
      ) : isProblemCode(error, 'common.NOT_FOUND') || isProblemCode(error, 'common.VALIDATION_FAILED') ? (
        <EmptyState icon={FileSpreadsheet} title={t('import.gone')}>
          {t('import.goneDetail')}
        </EmptyState>
      ) : (
        <ErrorState error={error} onRetry={() => void refetch()} />
      )}
    </>
  );
}

const TONES: Readonly<Record<SellerImport['status'], Tone>> = {
  CHECKING: 'info',
  CHECKED: 'info',
  APPLYING: 'info',
  DONE: 'success',
  STOPPED: 'warning',
  FAILED: 'danger',
};

function Whole({ found }: { found: SellerImport }) {
  const t = useFileText();
  const { dayAndTime } = useFormats();
  const { id, kind, status, createdAt, ignoredColumns } = found;
  const share = shareDone(found);
  return (
    <article className={styles.part} data-testid="import" data-status={status}>
      <h1 className={page.title}>
        {t('import.title', { kind: t(`kind.${kind}`), time: dayAndTime(createdAt) })}
      </h1>
      {share === null ? null : <ProgressBar label={t(`status.${status}`)} share={share} />}
      <Banner tone={TONES[status]} title={t(`status.${status}`)}>
        <Said found={found} />
        {ignoredColumns.length === 0 ? null : (
          <p>{t('import.ignored', { columns: ignoredColumns.join(', ') })}</p>
        )}
      </Banner>
      <Steps found={found} />
      <ImportRows key={id} found={found} />
    </article>
  );
}

function Said({ found: { status, toApply, applied, reason } }: { found: SellerImport }) {
  const t = useFileText();
  switch (status) {
    case 'CHECKED':
      return toApply === 0 ? t('says.nothing') : t('says.CHECKED', { count: toApply });
    case 'DONE':
      return t('says.DONE', { count: applied });
    case 'STOPPED':
      return reason === null ? t('says.STOPPED', { count: applied }) : t('says.lostRight');
    default:
      return t(`says.${status}`);
  }
}

function Steps({ found }: { found: SellerImport }) {
  const t = useFileText();
  const { id, status, toApply, faulty, pending } = found;
  const steps = useImportSteps(id);
  const sending = useSending(() => ({}));
  const [step, setStep] = useState<'apply' | 'stop' | null>(null);
  const take = async (which: 'apply' | 'stop') => {
    setStep(which);
    await sending.send({}, steps[which]);
    setStep(null);
  };
  const mayApply = status === 'CHECKED' && toApply > 0;
  const left = faulty > 0 || (status === 'STOPPED' && toApply + pending > 0);
  // The page itself shows a step's result, but not the refusal of a step that has become impossible.
  const { refusal } = sending;
  return (
    <>
      <div ref={sending.area} className={styles.steps}>
        {mayApply ? (
          <Button kind="primary" isPending={step === 'apply'} onPress={() => void take('apply')}>
            {t('import.apply')}
          </Button>
        ) : null}
        {isUnderWay(found) ? (
          <Button isPending={step === 'stop'} onPress={() => void take('stop')}>
            {t('import.stop')}
          </Button>
        ) : null}
        {left && !isUnderWay(found) ? <FailedRows id={id} /> : null}
      </div>
      {left && !isUnderWay(found) ? <p className={styles.note}>{t('import.correct')}</p> : null}
      {refusal === null ? null : <Refused refusal={refusal.error} at={refusal.at} />}
    </>
  );
}

function FailedRows({ id }: { id: string }) {
  const t = useFileText();
  const api = useApi();
  const failed = useFailureNotice();
  const [pending, setPending] = useState(false);
  const fetchFile = async (): Promise<void> => {
    setPending(true);
    try {
      saveFile('to-correct.csv', await failedRows(api, id), 'text/csv');
    } catch (error) {
      failed(error);
    } finally {
      setPending(false);
    }
  };
  return (
    <Button isPending={pending} onPress={() => void fetchFile()}>
      <Download aria-hidden size={16} /> {t('import.failedRows')}
    </Button>
  );
}
