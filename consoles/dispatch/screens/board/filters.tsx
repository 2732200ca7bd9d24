import { Search, X } from 'lucide-react';
import { memo } from 'react';
import { useFormats, useLocaleChoice } from '../../../shared/i18n/locale.tsx';
import { Button } from '../../../shared/ui/button.tsx';
import { Select } from '../../../shared/ui/select.tsx';
import type { BoardDriver, Zone } from '../../board/board-types.ts';
import { DRIVER_LOOKS } from '../../board/select-drivers.ts';
import { SECTIONS } from '../../board/task-look.ts';
import { useBoardText } from '../../texts/board-texts.ts';
import { useWords } from '../../texts/words.ts';
import { type BoardParams, type ChangeBoard, TABS } from './board-params.ts';
import styles from './filters.module.css';
import { focusTaskList } from './use-task-steps.ts';

interface FiltersProps {
  params: BoardParams;
  change: ChangeBoard;
  zones: readonly Zone[];
  drivers: ReadonlyMap<string, BoardDriver>;
  /** Null for a tab without a list, such as preparation at a past moment. */
  counts: Readonly<Record<BoardParams['tab'], number | null>>;
}

const ALL = 'all';

/** Which tasks or drivers are shown; all of it is part of the address. */
export function Filters({ params, change, zones, drivers, counts }: FiltersProps) {
  const t = useBoardText();
  const { number } = useFormats();
  const { tab, text, ofDriver } = params;
  return (
    <div className={styles.filters}>
      <div className={styles.tabs}>
        {TABS.filter((name) => counts[name] !== null).map((name) => (
          <button
            key={name}
            type="button"
            className={styles.tab}
            aria-pressed={tab === name}
            onClick={() => change({ tab: name })}
          >
            {t(`tab.${name}`)} <span className={styles.count}>{number(counts[name] ?? 0)}</span>
          </button>
        ))}
      </div>
      <div className={styles.search}>
        <Search aria-hidden size={16} />
        <input
          type="search"
          data-board-search
          aria-label={t('filter.text')}
          placeholder={t('filter.text')}
          value={text}
          onChange={(event) => change({ text: event.target.value }, 'replace')}
          onKeyDown={(event) => {
            if (event.key !== 'ArrowDown' && event.key !== 'Enter') return;
            event.preventDefault();
            focusTaskList();
          }}
        />
      </div>
      {tab === 'stores' ? null : (
        <Choices
          params={params}
          change={change}
          zones={zones}
          driverName={ofDriver === null ? null : (drivers.get(ofDriver)?.fullName ?? '…')}
        />
      )}
    </div>
  );
}

interface ChoicesProps extends Pick<FiltersProps, 'params' | 'change' | 'zones'> {
  /** The driver whose tasks alone are shown. */
  driverName: string | null;
}

/** Memoised: drawn again when a filter changes, not every second. */
const Choices = memo(function Choices({ params, change, zones, driverName }: ChoicesProps) {
  const t = useBoardText();
  const words = useWords();
  const { locale } = useLocaleChoice();
  const { tab, text, sections, looks, zoneId } = params;
  const filtered =
    text !== '' || sections.length > 0 || looks.length > 0 || zoneId !== null || driverName !== null;
  const shown = (tab === 'tasks' ? sections[0] : looks[0]) ?? ALL;
  return (
    <div className={styles.choices}>
      {tab === 'tasks' ? (
        <Select
          quiet
          label={t('filter.show')}
          value={sections.length > 1 ? ALL : shown}
          options={[
            { id: ALL, text: t('filter.open') },
            ...SECTIONS.map((section) => ({ id: section, text: words(`section.${section}`) })),
          ]}
          onChange={(id) => change({ sections: SECTIONS.filter((section) => section === id) })}
        />
      ) : (
        <Select
          quiet
          label={t('filter.show')}
          value={shown}
          options={[
            { id: ALL, text: words('common.all') },
            ...DRIVER_LOOKS.map((look) => ({ id: look, text: words(`look.${look}`) })),
          ]}
          onChange={(id) => change({ looks: DRIVER_LOOKS.filter((look) => look === id) })}
        />
      )}
      <Select
        quiet
        label={t('filter.zone')}
        value={zoneId ?? ALL}
        options={[
          { id: ALL, text: t('filter.allZones') },
          ...zones.map(({ id, name }) => ({ id, text: name[locale] })),
        ]}
        onChange={(id) => change({ zoneId: id === ALL ? null : id })}
      />
      {filtered ? (
        <Button
          size="small"
          kind="quiet"
          onPress={() => change({ text: '', sections: [], looks: [], zoneId: null, ofDriver: null })}
        >
          <X aria-hidden size={14} />
          {driverName === null ? t('filter.clear') : t('filter.driver', { name: driverName })}
        </Button>
      ) : null}
    </div>
  );
});
