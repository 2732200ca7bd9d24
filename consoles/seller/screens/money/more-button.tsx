import { Button } from '../../../shared/ui/button.tsx';
import { useMoneyText } from '../../texts/money-texts.ts';

export interface MoreButtonProps {
  list: { hasMore: boolean; isFetchingMore: boolean; more(): void };
}

/** Below a list that has more than was read. */
export function MoreButton({ list: { hasMore, isFetchingMore, more } }: MoreButtonProps) {
  const t = useMoneyText();
  if (!hasMore) return null;
  return (
    <Button isPending={isFetchingMore} onPress={more}>
      {t('list.more')}
    </Button>
  );
}
