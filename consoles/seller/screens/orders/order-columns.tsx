import { useVirtualizer } from '@tanstack/react-virtual';
import { type KeyboardEvent, type MouseEvent, memo, type RefObject, useEffect, useRef } from 'react';
import { useFormats } from '../../../shared/i18n/locale.tsx';
import { useNarrow } from '../../../shared/ui/use-narrow.ts';
import { useNow } from '../../../shared/ui/use-now.ts';
import { useOrderStore } from '../../data/orders-context.tsx';
import type { BoardGroup } from '../../orders/order-types.ts';
import { type Columns, STAGES, type Stage } from '../../orders/stages.ts';
import { useOrderText } from '../../texts/order-texts.ts';
import { OrderCard } from './order-card.tsx';
import styles from './order-columns.module.css';

export interface OrderColumnsProps {
  columns: Columns;
  /** The one that is shown where there is room for one alone. */
  stage: Stage;
  onStage(stage: Stage): void;
  selected: string | null;
  marked: ReadonlySet<string>;
  onSelect(id: string | null): void;
  onMark(ids: readonly string[], on: boolean): void;
}

const CARD = 116;
const HEAD = 40;
const SECOND = 1_000;
export const idOf = (groupId: string) => `order-${groupId}`;

/** Columns side by side; on a phone one of them, chosen by its name. Only cards in sight are in the page. */
export const OrderColumns = memo(function OrderColumns(props: OrderColumnsProps) {
  const { columns, stage, onStage, selected, marked, onSelect, onMark } = props;
  const t = useOrderText();
  const { number } = useFormats();
  const store = useOrderStore();
  const narrow = useNarrow();
  const scroller = useRef<HTMLDivElement>(null);
  const lastMarked = useRef<string | null>(null);
  useNow(SECOND);
  const now = store.now();
  const shown = narrow ? [stage] : STAGES;
  const all = shown.flatMap((each) => columns[each]);

  const mark = (id: string, range: boolean) => {
    const [from, to] = [
      all.findIndex((one) => one.groupId === lastMarked.current),
      all.findIndex((one) => one.groupId === id),
    ];
    const ids = range && from >= 0 ? all.slice(Math.min(from, to), Math.max(from, to) + 1) : [];
    onMark(ids.length > 0 ? ids.map(({ groupId }) => groupId) : [id], range || !marked.has(id));
    lastMarked.current = id;
  };
  const click = (event: MouseEvent) => {
    if (!(event.target instanceof Element)) return;
    const id = event.target.closest<HTMLElement>('[data-order]')?.dataset.order;
    if (id === undefined) return;
    const onBox = event.target.closest('[data-mark]') !== null;
    if (onBox || event.ctrlKey || event.metaKey || event.shiftKey) mark(id, event.shiftKey);
    else onSelect(id === selected ? null : id);
  };
  // The other keys hold from anywhere on the screen.
  const keyDown = (event: KeyboardEvent) => {
    if (event.key !== ' ' || selected === null) return;
    event.preventDefault();
    event.stopPropagation();
    mark(selected, event.shiftKey);
  };
  const current = all.find(({ groupId }) => groupId === selected);
  return (
    <div className={styles.board}>
      {narrow ? (
        <div className={styles.tabs} role="toolbar" aria-label={t('orders.list')}>
          {STAGES.map((each) => (
            <button
              key={each}
              type="button"
              className={styles.tab}
              aria-pressed={each === stage}
              onClick={() => onStage(each)}
            >
              {t(`stage.${each}`)} <span className={styles.number}>{number(columns[each].length)}</span>
            </button>
          ))}
        </div>
      ) : null}
      <div
        ref={scroller}
        className={styles.scroller}
        role="listbox"
        tabIndex={0}
        aria-label={t('orders.list')}
        aria-multiselectable
        aria-activedescendant={current === undefined ? undefined : idOf(current.groupId)}
        onClick={click}
        onKeyDown={keyDown}
        data-testid="orders"
        data-narrow={narrow}
      >
        {shown.map((each) => (
          <Column
            key={each}
            stage={each}
            groups={columns[each]}
            scroller={scroller}
            selected={selected}
            marked={marked}
            now={now}
            headed={!narrow}
          />
        ))}
      </div>
    </div>
  );
});

interface ColumnProps {
  stage: Stage;
  groups: readonly BoardGroup[];
  scroller: RefObject<HTMLDivElement | null>;
  selected: string | null;
  marked: ReadonlySet<string>;
  /** The service's time, ms. */
  now: number;
  headed: boolean;
}

function Column({ stage, groups, scroller, selected, marked, now, headed }: ColumnProps) {
  const t = useOrderText();
  const { number } = useFormats();
  const virtual = useVirtualizer({
    count: groups.length,
    getScrollElement: () => scroller.current,
    estimateSize: () => CARD,
    getItemKey: (index) => groups[index]?.groupId ?? index,
    scrollMargin: headed ? HEAD : 0,
    overscan: 4,
  });
  const at = groups.findIndex(({ groupId }) => groupId === selected);
  // Scrolls only when another order is selected, never because the list changed under the reader.
  const latest = useRef({ virtual, at });
  latest.current = { virtual, at };
  useEffect(() => {
    if (selected === null || latest.current.at < 0) return;
    latest.current.virtual.scrollToIndex(latest.current.at, { align: 'auto' });
    // The card may come into the page with the scrolling.
    const frame = requestAnimationFrame(() =>
      document.getElementById(idOf(selected))?.scrollIntoView({ block: 'nearest', inline: 'nearest' }),
    );
    return () => cancelAnimationFrame(frame);
  }, [selected]);
  return (
    // biome-ignore lint/a11y/useSemanticElements: options of a list box are grouped so.
    <div role="group" aria-labelledby={`stage-${stage}`} className={styles.column} data-stage={stage}>
      <div id={`stage-${stage}`} role="presentation" className={headed ? styles.head : 'visually-hidden'}>
        {t(`stage.${stage}`)} <span className={styles.number}>{number(groups.length)}</span>
      </div>
      {groups.length === 0 ? (
        <div role="option" tabIndex={-1} aria-selected={false} aria-disabled className={styles.none}>
          {t('orders.none')}
        </div>
      ) : null}
      <div role="presentation" className={styles.whole} style={{ blockSize: virtual.getTotalSize() }}>
        {virtual.getVirtualItems().map(({ key, index, start }) => {
          const group = groups[index];
          if (group === undefined) return null;
          const place = { transform: `translateY(${start - (headed ? HEAD : 0)}px)`, blockSize: CARD };
          return (
            <div key={key} role="presentation" className={styles.item} style={place}>
              <OrderCard
                group={group}
                id={idOf(group.groupId)}
                // A clock that nothing counts by does not draw the card again.
                now={stage === 'new' ? now : 0}
                selected={group.groupId === selected}
                marked={marked.has(group.groupId)}
                position={index + 1}
                count={groups.length}
              />
            </div>
          );
        })}
      </div>
    </div>
  );
}
