import type { Page } from 'playwright-core';

/** Presses keys and counts them. */
export class Hand {
  keys: string[] = [];
  readonly #page: Page;

  constructor(page: Page) {
    this.#page = page;
  }

  async press(...keys: readonly string[]): Promise<void> {
    for (const key of keys) {
      await this.#page.keyboard.press(key);
      this.keys.push(key);
    }
  }

  rest(): void {
    this.keys = [];
  }
}
