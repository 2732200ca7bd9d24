import { useEffect, useState } from 'react';
import { Button } from '../../../shared/ui/button.tsx';
import { ComboField } from '../../../shared/ui/combo-field.tsx';
import { Select } from '../../../shared/ui/select.tsx';
import { TextField } from '../../../shared/ui/text-field.tsx';
import { useCategories } from '../../data/shelf.ts';
import {
  SHELF_LACKS,
  SHELF_MAKERS,
  SHELF_SORTS,
  SHELF_STATES,
  SHELF_STOCKS,
  type ShelfFilter,
} from '../../products/shelf-address.ts';
import { useProductText } from '../../texts/product-texts.ts';
import styles from './products.module.css';
import { ShelfViews } from './shelf-views.tsx';

/** Milliseconds without another letter after which the list is asked for. */
const TYPING_PAUSE = 250;
const NO_CHOICE: string = 'ALL';

export interface ShelfFiltersProps {
  filter: ShelfFilter;
  params: URLSearchParams;
  onParams(next: URLSearchParams): void;
}

export function ShelfFilters({ filter, params, onParams }: ShelfFiltersProps) {
  const t = useProductText();
  const { data: categories = [] } = useCategories();
  const set = (name: string, value: string | null) => {
    const next = new URLSearchParams(params);
    if (value === null || value === '' || value === NO_CHOICE) next.delete(name);
    else next.set(name, value);
    onParams(next);
  };
  const choices = <K extends string>(ids: readonly K[], text: (id: K) => string) => [
    { id: NO_CHOICE, text: t('filter.all') },
    ...ids.map((id) => ({ id: id as string, text: text(id) })),
  ];
  return (
    <div className={styles.filters}>
      <Words key={params.get('q') ?? ''} saved={params.get('q') ?? ''} onWords={(words) => set('q', words)} />
      <Select<string>
        label={t('filter.state')}
        options={choices(SHELF_STATES, (id) => t(`state.${id}`))}
        value={filter.state ?? NO_CHOICE}
        onChange={(chosen) => set('state', chosen)}
      />
      <Select<string>
        label={t('filter.stock')}
        options={choices(SHELF_STOCKS, (id) => t(`stock.${id}`))}
        value={filter.stock ?? NO_CHOICE}
        onChange={(chosen) => set('stock', chosen)}
      />
      <Select<string>
        label={t('filter.lacks')}
        options={choices(SHELF_LACKS, (id) => t(`lacks.${id}`))}
        value={filter.lacks ?? NO_CHOICE}
        onChange={(chosen) => set('lacks', chosen)}
      />
      <Select<string>
        label={t('filter.maker')}
        options={choices(SHELF_MAKERS, (id) => t(`maker.${id}`))}
        value={filter.maker ?? NO_CHOICE}
        onChange={(chosen) => set('maker', chosen)}
      />
      <ComboField
        key={categories.length}
        label={t('filter.category')}
        placeholder={t('filter.anyCategory')}
        nothing={t('filter.noCategory')}
        options={categories.map(({ id, name }) => ({ id, text: name }))}
        value={filter.categoryId ?? null}
        onChange={(chosen) => set('category', chosen)}
      />
      <Select
        label={t('sort.label')}
        options={SHELF_SORTS.map((id) => ({ id, text: t(`sort.${id}`) }))}
        value={filter.sort ?? 'newest'}
        onChange={(chosen) => set('sort', chosen === 'newest' ? null : chosen)}
      />
      <ShelfViews filter={filter} onParams={onParams} />
      {params.size === 0 ? null : (
        <Button kind="quiet" onPress={() => onParams(new URLSearchParams())}>
          {t('filter.clear')}
        </Button>
      )}
    </div>
  );
}

/** The field keeps what is typed; the address has it after a pause. */
function Words({ saved, onWords }: { saved: string; onWords(words: string): void }) {
  const t = useProductText();
  const [words, setWords] = useState(saved);
  // biome-ignore lint/correctness/useExhaustiveDependencies: only another letter restarts the pause.
  useEffect(() => {
    if (words.trim() === saved) return;
    const timer = setTimeout(() => onWords(words.trim()), TYPING_PAUSE);
    return () => clearTimeout(timer);
  }, [words]);
  return <TextField label={t('filter.words')} value={words} maxLength={100} onChange={setWords} />;
}
