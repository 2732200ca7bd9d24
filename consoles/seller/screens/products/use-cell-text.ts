import type { GridColumn } from '../../products/grid-model.ts';
import { useGridText } from '../../texts/grid-texts.ts';

/** How a cell's value is shown: numbers as they are typed, a state in words. */
export function useCellText(): (column: GridColumn, text: string) => string {
  const t = useGridText();
  return ({ kind }, text) =>
    kind === 'state' && (text === 'ON' || text === 'OFF') ? t(text === 'ON' ? 'grid.on' : 'grid.off') : text;
}
