import type { ReactNode } from 'react';
import { useSharedText } from '../i18n/shared-texts.ts';
import { Button } from '../ui/button.tsx';
import { ErrorState } from '../ui/error-state.tsx';
import { Skeleton } from '../ui/skeleton.tsx';
import styles from './account.module.css';
import type { Paged } from './use-paged.ts';

export interface PagedListProps<T> {
  paged: Paged<T>;
  children(one: T): ReactNode;
}

/** The pages of a list read so far, a button for more, and the error if one cannot be read. */
export function PagedList<T extends { id: string }>({ paged, children }: PagedListProps<T>) {
  const t = useSharedText();
  const { list, error, hasMore, more, reload } = paged;
  if (list === null) {
    return error === null ? <Skeleton lines={4} /> : <ErrorState error={error} onRetry={reload} />;
  }
  return (
    <>
      <ul className={styles.list}>
        {list.map((one) => (
          <li key={one.id} className={styles.item}>
            {children(one)}
          </li>
        ))}
      </ul>
      {error === null ? null : <ErrorState error={error} onRetry={more} />}
      {hasMore && error === null ? (
        <Button kind="quiet" onPress={more}>
          {t('more')}
        </Button>
      ) : null}
    </>
  );
}
