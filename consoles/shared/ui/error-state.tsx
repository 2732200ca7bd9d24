import { CloudOff, TriangleAlert } from 'lucide-react';
import { NoAnswerError, ProblemError } from '../api/problem.ts';
import { useSharedText } from '../i18n/shared-texts.ts';
import { PlainButton } from './plain-button.tsx';
import styles from './states.module.css';

export interface ErrorStateProps {
  error: unknown;
  onRetry?: () => void;
}

function detailOf(problem: ProblemError | null): string | null {
  if (problem === null) return null;
  return problem.message === problem.title ? '' : problem.message;
}

/** Shown in place of what failed: what happened, what to do, and a number that support can look up. */
export function ErrorState({ error, onRetry }: ErrorStateProps) {
  const t = useSharedText();
  const away = error instanceof NoAnswerError;
  const problem = error instanceof ProblemError ? error : null;
  const Icon = away ? CloudOff : TriangleAlert;
  return (
    <div className={styles.state} role="alert">
      <Icon aria-hidden size={28} className={styles.icon} />
      <h2 className={styles.title}>{problem?.title ?? t(away ? 'error.noAnswerTitle' : 'error.title')}</h2>
      <p className={styles.detail}>{detailOf(problem) ?? t(away ? 'error.noAnswer' : 'error.detail')}</p>
      {problem === null || problem.requestId === '' ? null : (
        <p className={styles.reference}>{t('error.reference', { id: problem.requestId })}</p>
      )}
      {onRetry === undefined ? null : <PlainButton onPress={onRetry}>{t('retry')}</PlainButton>}
    </div>
  );
}
