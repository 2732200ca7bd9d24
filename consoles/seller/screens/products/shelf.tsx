import { Tags } from 'lucide-react';
import { useState } from 'react';
import { Link, useSearchParams } from 'react-router';
import { useLocaleChoice } from '../../../shared/i18n/locale.tsx';
import { Button } from '../../../shared/ui/button.tsx';
import { DataTable } from '../../../shared/ui/data-table.tsx';
import { EmptyState } from '../../../shared/ui/empty-state.tsx';
import { ErrorState } from '../../../shared/ui/error-state.tsx';
import { Skeleton } from '../../../shared/ui/skeleton.tsx';
import { type SwitchStatus, useShelf } from '../../data/shelf.ts';
import { filterOf } from '../../products/shelf-address.ts';
import { useProductText } from '../../texts/product-texts.ts';
import styles from './products.module.css';
import { useShelfColumns } from './shelf-columns.tsx';
import { ShelfFilters } from './shelf-filters.tsx';
import { useSwitchShelf } from './use-switch-shelf.ts';

const MAX_SWITCHED = 100;

/** What the shop sells or could sell; what it is filtered by stands in the address. */
export function Shelf() {
  const t = useProductText();
  const { locale } = useLocaleChoice();
  const [params, setParams] = useSearchParams();
  const filter = filterOf(params);
  const list = useShelf(filter);
  const [results, setResults] = useState<ReadonlyMap<string, SwitchStatus>>(new Map());
  const switching = useSwitchShelf(setResults);
  const columns = useShelfColumns(results);
  const { rows } = list;
  const { sort: _, ...narrowing } = filter;
  const filtered = Object.keys(narrowing).length > 0;
  return (
    <div className={styles.part}>
      <ShelfFilters
        filter={filter}
        params={params}
        // At once: the next change begins with what was rendered last.
        onParams={(next) => setParams(next, { replace: true, flushSync: true })}
      />
      {rows === undefined ? (
        list.error === null ? (
          <Skeleton lines={10} />
        ) : (
          <ErrorState error={list.error} onRetry={list.again} />
        )
      ) : rows.length === 0 ? (
        <EmptyState
          icon={Tags}
          title={t('list.none')}
          {...(filtered ? {} : { action: <Link to="/files">{t('list.toFiles')}</Link> })}
        >
          {t(filtered ? 'list.noneFiltered' : 'list.noneYet')}
        </EmptyState>
      ) : (
        <>
          <DataTable
            label={t('products.list')}
            columns={columns}
            rows={rows}
            partial
            keyOf={({ productId }) => productId}
            marks={({ productId, state }) => ({ 'data-product': productId, 'data-state': state })}
            bulk={{
              nameOf: ({ title }) => title[locale] || title.en,
              actions: (selected, clear) =>
                [true, false].map((active) => (
                  <Button
                    key={String(active)}
                    isPending={switching.pending}
                    isDisabled={selected.length > MAX_SWITCHED}
                    onPress={() => {
                      void switching.run(
                        active,
                        selected.map(({ productId }) => ({ productId })),
                      );
                      clear();
                    }}
                  >
                    {t(active ? 'switch.on' : 'switch.off')}
                  </Button>
                )),
            }}
          />
          {list.hasMore ? (
            <Button isPending={list.isFetchingMore} onPress={list.more}>
              {t('list.more')}
            </Button>
          ) : null}
        </>
      )}
    </div>
  );
}
