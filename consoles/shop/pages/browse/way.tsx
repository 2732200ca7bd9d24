import type { components } from '../../../../server/kernel/http/api-types.ts';
import { useShop } from '../../parts/shop-context.tsx';

/** The categories above what a page shows, each a link. */
export function Way({ above }: { above: readonly components['schemas']['Category'][] }) {
  const { t, to } = useShop();
  return (
    <nav className="way" aria-label={t('youAreHere')}>
      <ol>
        <li>
          <a href={to('')}>{t('home')}</a>
        </li>
        {above.map(({ id, slug, name }) => (
          <li key={id}>
            <a href={to(`/c/${slug}`)}>{name}</a>
          </li>
        ))}
      </ol>
    </nav>
  );
}
