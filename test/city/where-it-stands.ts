import { oneLine } from '../../scripts/city/board/screen-lines.ts';
import type { Figures } from '../../scripts/city/record/figures.ts';
import type { Havoc } from './faults/havoc.ts';

/** How far a day has progressed: printed when a test times out, to show what it waited for. */
export class WhereItStands {
  readonly #began = performance.now();
  #figures: Figures | null = null;
  #faults: Havoc | null = null;

  readonly onFigures = (figures: Figures): void => {
    this.#figures = figures;
  };

  readonly onHavoc = (havoc: Havoc): void => {
    this.#faults = havoc;
  };

  get line(): string {
    const elapsed = performance.now() - this.#began;
    const after = `after ${Math.round(elapsed / 1_000)} s`;
    if (this.#figures === null) return `Not founded ${after}`;
    const moment = { title: '', now: Date.now(), elapsed, pingsPerSecond: 0, faults: this.#faults };
    return `${after}: ${oneLine(this.#figures, moment)}${this.#faults?.now == null ? '' : `; ${this.#faults.now}`}`;
  }
}
