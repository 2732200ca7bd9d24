import { BookmarkX } from 'lucide-react';
import { useEffect, useState } from 'react';
import { notify } from '../../../shared/notices/notices.ts';
import { useAccount } from '../../../shared/session/session-context.tsx';
import { Button, IconButton } from '../../../shared/ui/button.tsx';
import { ComboField } from '../../../shared/ui/combo-field.tsx';
import { Dialog } from '../../../shared/ui/dialog.tsx';
import { Select } from '../../../shared/ui/select.tsx';
import { TextField } from '../../../shared/ui/text-field.tsx';
import {
  SHELF_SORTS,
  SHELF_STATES,
  SHELF_STOCKS,
  type ShelfFilter,
  useCategories,
} from '../../data/shelf.ts';
import { keepViews, readViews, type SavedView, withView } from '../../products/saved-views.ts';
import { useProductText } from '../../texts/product-texts.ts';
import styles from './products.module.css';

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
      <Views query={params.toString()} onQuery={(query) => onParams(new URLSearchParams(query))} />
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

/** Filters under a name, of this account on this device. */
function Views({ query, onQuery }: { query: string; onQuery(query: string): void }) {
  const t = useProductText();
  const { id } = useAccount();
  const [views, setViews] = useState(() => readViews(localStorage, id));
  const [naming, setNaming] = useState(false);
  const [name, setName] = useState('');
  const shown = views.find((view) => view.query === query);
  const keep = (next: readonly SavedView[]) => {
    setViews(next);
    if (!keepViews(localStorage, id, next)) notify({ tone: 'warning', title: t('views.notKept') });
  };
  const save = () => {
    if (name.trim() === '') return;
    keep(withView(views, { name: name.trim(), query }));
    setNaming(false);
    setName('');
  };
  return (
    <>
      {views.length === 0 ? null : (
        <div className={styles.views}>
          <Select<string>
            label={t('views.label')}
            options={[
              { id: NO_CHOICE, text: t('views.none') },
              ...views.map((view) => ({ id: `of ${view.name}`, text: view.name })),
            ]}
            value={shown === undefined ? NO_CHOICE : `of ${shown.name}`}
            onChange={(chosen) => onQuery(views.find((view) => `of ${view.name}` === chosen)?.query ?? '')}
          />
          {shown === undefined ? null : (
            <IconButton
              label={t('views.delete', { name: shown.name })}
              icon={<BookmarkX aria-hidden size={18} />}
              onPress={() => keep(views.filter((view) => view !== shown))}
            />
          )}
        </div>
      )}
      {query === '' || shown !== undefined ? null : (
        <Button kind="quiet" onPress={() => setNaming(true)}>
          {t('views.keep')}
        </Button>
      )}
      {naming ? (
        <Dialog
          title={t('views.keep')}
          onClose={() => setNaming(false)}
          onEnter={save}
          actions={
            <Button kind="primary" isDisabled={name.trim() === ''} onPress={save}>
              {t('views.save')}
            </Button>
          }
        >
          <TextField autoFocus label={t('views.name')} value={name} maxLength={60} onChange={setName} />
        </Dialog>
      ) : null}
    </>
  );
}
