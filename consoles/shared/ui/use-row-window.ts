import { useVirtualizer } from '@tanstack/react-virtual';
import { type RefObject, useEffect, useState } from 'react';
import { flushSync } from 'react-dom';

/** From this many rows on, only the visible ones are rendered. */
const LONG = 80;
const ROW = 45;

export interface RowWindow {
  /** Only some of the rows are rendered. */
  long: boolean;
  first: number;
  /** Index after the last rendered row. */
  end: number;
  /** Height in pixels of the rows before the rendered ones, and after them. */
  before: number;
  after: number;
  measure(row: Element | null): void;
}

/** Which of `count` rows are rendered. When printing, all. */
export function useRowWindow(count: number, scroller: RefObject<HTMLElement | null>): RowWindow {
  const printing = usePrinting();
  const long = count > LONG && !printing;
  const virtual = useVirtualizer({
    count,
    enabled: long,
    getScrollElement: () => scroller.current,
    estimateSize: () => ROW,
    overscan: 12,
  });
  const items = virtual.getVirtualItems();
  const [top, bottom] = [items[0], items.at(-1)];
  const measure = virtual.measureElement;
  if (!long) return { long, first: 0, end: count, before: 0, after: 0, measure: nothing };
  if (top === undefined || bottom === undefined)
    return { long, first: 0, end: 0, before: 0, after: 0, measure };
  const after = virtual.getTotalSize() - bottom.end;
  return { long, first: top.index, end: bottom.index + 1, before: top.start, after, measure };
}

function nothing(): void {}

function usePrinting(): boolean {
  const [printing, setPrinting] = useState(false);
  useEffect(() => {
    // Synchronously: the browser renders the print right after the event.
    const begin = () => flushSync(() => setPrinting(true));
    const end = () => setPrinting(false);
    window.addEventListener('beforeprint', begin);
    window.addEventListener('afterprint', end);
    return () => {
      window.removeEventListener('beforeprint', begin);
      window.removeEventListener('afterprint', end);
    };
  }, []);
  return printing;
}
