import { useShop } from './shop-context.tsx';

const MERGED = /[?&]merged=(\d{1,3})(?:&|$)/;

/** On the first page after signing in: how the guest's cart was merged; the page's address carries the counts. */
export function MergedNotice() {
  const { t, search, path } = useShop();
  const count = Number(MERGED.exec(search)?.[1] ?? 0);
  if (count === 0 || path === '/signed-in') return null;
  return (
    <p className="notice success" role="status">
      {t('mergedLines', { count })}
    </p>
  );
}
