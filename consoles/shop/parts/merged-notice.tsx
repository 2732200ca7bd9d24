import { useShop } from './shop-context.tsx';

const MERGED = /[?&]merged=(\d{1,3})(?:&|$)/;

/** The first page after signing in says what became of what was chosen before; its address says how much. */
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
