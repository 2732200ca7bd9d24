import { Link } from 'react-router';
import { useFormats, useLocaleChoice } from '../../../shared/i18n/locale.tsx';
import type { Column } from '../../../shared/ui/table-model.ts';
import type { ShelfRow, SwitchStatus } from '../../data/shelf.ts';
import { useProductText } from '../../texts/product-texts.ts';
import styles from './products.module.css';

/** Columns of the list; `results` says how the last switch went with each product. */
export function useShelfColumns(results: ReadonlyMap<string, SwitchStatus>): readonly Column<ShelfRow>[] {
  const t = useProductText();
  const { locale } = useLocaleChoice();
  const { money, number, date } = useFormats();
  return [
    {
      ...{ id: 'product', header: t('column.product'), names: true },
      cell: (row) => <ProductCell row={row} title={row.title[locale] || row.title.en} />,
    },
    {
      ...{ id: 'price', header: t('column.price'), numeric: true },
      cell: ({ prices }) => {
        if (prices === null) return '–';
        const [lowest, highest] = [money(prices.lowest.amount), money(prices.highest.amount)];
        return lowest === highest ? lowest : t('row.priceRange', { lowest, highest });
      },
    },
    {
      ...{ id: 'stock', header: t('column.stock'), numeric: true },
      cell: ({ available, lowStock, offers }) => (
        <>
          {number(available)}
          {offers > 0 && (available === 0 || lowStock) ? (
            <span className={styles.warning}>{t(available === 0 ? 'stock.OUT' : 'stock.LOW')}</span>
          ) : null}
        </>
      ),
    },
    {
      ...{ id: 'variants', header: t('column.variants'), numeric: true, room: 860 },
      cell: ({ variants }) => number(variants),
    },
    {
      ...{ id: 'state', header: t('column.state') },
      cell: ({ productId, state }) => {
        const result = results.get(productId);
        return (
          <>
            <span className={styles.state} data-state={state}>
              {t(`state.${state}`)}
            </span>
            {result === undefined ? null : <span className={styles.small}>{t(`switch.${result}`)}</span>}
          </>
        );
      },
    },
    {
      ...{ id: 'changed', header: t('column.changed'), room: 760 },
      cell: ({ changedAt }) => <span className="unbroken">{date(changedAt)}</span>,
    },
  ];
}

function ProductCell({ row, title }: { row: ShelfRow; title: string }) {
  const t = useProductText();
  const { cover, images, own, lacksArabic } = row;
  const notes = [
    ...(own ? [] : [t('row.notOwn')]),
    ...(own && images === 0 ? [t('row.noPicture')] : []),
    ...(lacksArabic ? [t('row.lacksArabic')] : []),
  ];
  return (
    <span className={styles.product}>
      {cover === null ? (
        <span aria-hidden className={styles.noCover} />
      ) : (
        <img src={cover.url} alt="" width={40} height={40} loading="lazy" className={styles.cover} />
      )}
      <span>
        <Link to={`/products/${row.productId}`}>
          <bdi>{title}</bdi>
        </Link>
        {notes.length === 0 ? null : <span className={styles.small}>{notes.join(' · ')}</span>}
      </span>
    </span>
  );
}
