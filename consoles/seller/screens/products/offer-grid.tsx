import { useQuery } from '@tanstack/react-query';
import { Tags } from 'lucide-react';
import { useMemo, useState } from 'react';
import { useSearchParams } from 'react-router';
import { useLocaleChoice } from '../../../shared/i18n/locale.tsx';
import { LANGUAGE_TAGS } from '../../../shared/i18n/translate.ts';
import { useApi } from '../../../shared/session/session-context.tsx';
import { EmptyState } from '../../../shared/ui/empty-state.tsx';
import { ErrorState } from '../../../shared/ui/error-state.tsx';
import { foldText } from '../../../shared/ui/fold-text.ts';
import { Skeleton } from '../../../shared/ui/skeleton.tsx';
import { TextField } from '../../../shared/ui/text-field.tsx';
import { keys } from '../../data/keys.ts';
import { readGrid, type WholeGrid } from '../../data/shelf.ts';
import { useMay } from '../../data/shop-context.tsx';
import { LeaveGuard } from '../../parts/leave-guard.tsx';
import { gridColumns, type Offer, sheetOf } from '../../products/grid-rows.ts';
import { useGridText } from '../../texts/grid-texts.ts';
import { GridConflicts } from './grid-conflicts.tsx';
import { GridTable } from './grid-table.tsx';
import { GridTools } from './grid-tools.tsx';
import styles from './offer-grid.module.css';
import { useGridEdits } from './use-grid-edits.ts';

/** Prices, states and stock of all offers, edited like a spreadsheet and saved in one go. */
export function OfferGrid() {
  const t = useGridText();
  const api = useApi();
  const maySeeStock = useMay('STOCK');
  const [readings, setReadings] = useState(0);
  const { data, error, refetch, isFetching } = useQuery({
    queryKey: [...keys.offerGrid, readings],
    queryFn: () => readGrid(api, maySeeStock),
    // Edits go by the versions that were read: nothing may take their place unseen.
    ...{ staleTime: Number.POSITIVE_INFINITY, gcTime: 0 },
  });
  if (data === undefined) {
    return error === null || isFetching ? (
      <Skeleton lines={12} />
    ) : (
      <ErrorState error={error} onRetry={() => void refetch()} />
    );
  }
  if (data.data.offers.length === 0) {
    return (
      <EmptyState icon={Tags} title={t('grid.none')}>
        {t('grid.noneDetail')}
      </EmptyState>
    );
  }
  return <Editor key={readings} whole={data} onReload={() => setReadings((count) => count + 1)} />;
}

function Editor({ whole, onReload }: { whole: WholeGrid; onReload(): void }) {
  const t = useGridText();
  const { locale } = useLocaleChoice();
  const [params] = useSearchParams();
  const [words, setWords] = useState(params.get('q') ?? '');
  const maySeeStock = useMay('STOCK');
  const columns = useMemo(
    () =>
      gridColumns(
        whole.warehouses.map(({ id }) => id),
        maySeeStock,
      ),
    [whole, maySeeStock],
  );
  const grid = useGridEdits(whole.data, columns);
  const names = useMemo(
    () => new Map(whole.data.offers.map((offer) => [offer.id, nameOf(offer, locale)])),
    [whole, locale],
  );
  const sorted = useMemo(() => {
    const { compare } = new Intl.Collator(LANGUAGE_TAGS[locale], { numeric: true });
    return whole.data.offers.toSorted(
      (one, other) =>
        compare(one.productTitle[locale], other.productTitle[locale]) || compare(one.sku, other.sku),
    );
  }, [whole, locale]);
  const shown = useMemo(() => {
    const wanted = foldText(words).split(/\s+/).filter(Boolean);
    return idsOf(
      sorted.filter(({ sku, productTitle }) => {
        const folded = foldText(`${sku}\n${productTitle.en}\n${productTitle.ar}`);
        return wanted.every((word) => folded.includes(word));
      }),
    );
  }, [sorted, words]);
  const sheet = useMemo(() => sheetOf(grid.data, shown, columns), [grid.data, shown, columns]);
  const heads = columns.map(({ id, kind, warehouseId }) =>
    kind === 'count'
      ? (whole.warehouses.find((each) => each.id === warehouseId)?.name ?? '')
      : t(`grid.${id as 'price'}`),
  );
  return (
    <div className={styles.whole}>
      <LeaveGuard unsaved={grid.edits.cells.size > 0} />
      <div className={styles.top}>
        <TextField label={t('grid.filter')} value={words} maxLength={100} onChange={setWords} />
        <GridTools grid={grid} onReload={onReload} />
      </div>
      <p className={styles.note}>{t('grid.keys')}</p>
      {whole.more ? (
        <p className={styles.note}>{t('grid.more', { count: whole.data.offers.length })}</p>
      ) : null}
      <GridConflicts grid={grid} offerIds={idsOf(sorted)} columns={columns} heads={heads} names={names} />
      {shown.length === 0 ? (
        <p role="status">{t('grid.nothingFits')}</p>
      ) : (
        <GridTable sheet={sheet} grid={grid} heads={heads} names={names} />
      )}
    </div>
  );
}

const idsOf = (offers: readonly Offer[]) => offers.map(({ id }) => id);

/** A product with its options: "Khalas dates · 1 kg". */
function nameOf({ productTitle, options, optionTexts, sku }: Offer, locale: 'en' | 'ar') {
  const title = productTitle[locale] || productTitle.en;
  const values = Object.entries(options).map(([key, value]) => optionTexts[key]?.value[locale] || value);
  return { title: [title, ...values].join(' · '), sku };
}
