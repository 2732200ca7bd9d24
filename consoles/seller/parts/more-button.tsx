import { useSharedText } from '../../shared/i18n/shared-texts.ts';
import { Button } from '../../shared/ui/button.tsx';

export interface MoreButtonProps {
  list: { hasMore: boolean; isFetchingMore: boolean; more(): void };
}

/** Loads further pages of a list. */
export function MoreButton({ list: { hasMore, isFetchingMore, more } }: MoreButtonProps) {
  const t = useSharedText();
  if (!hasMore) return null;
  return (
    <Button isPending={isFetchingMore} onPress={more}>
      {t('more')}
    </Button>
  );
}
