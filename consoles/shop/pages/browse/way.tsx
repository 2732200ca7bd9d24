import type { components } from '../../../../server/kernel/http/api-types.ts';
import { useShop } from '../../parts/shop-context.tsx';

/** Breadcrumb: the categories above the page, each a link, and the page itself. */
export function Way({ above, here }: { above: readonly components['schemas']['Category'][]; here: string }) {
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
        <li aria-current="page">
          <bdi>{here}</bdi>
        </li>
      </ol>
    </nav>
  );
}
