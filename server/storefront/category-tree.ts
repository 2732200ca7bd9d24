import type { components } from '../kernel/http/api-types.ts';

export type Category = components['schemas']['Category'];

/** All categories in one language, as a tree. */
export class CategoryTree {
  readonly all: readonly Category[];
  readonly topmost: readonly Category[];
  readonly #bySlug: ReadonlyMap<string, Category>;
  readonly #byId: ReadonlyMap<string, Category>;
  readonly #below = new Map<string, Category[]>();

  /** @param categories In display order. */
  constructor(categories: readonly Category[]) {
    this.all = categories;
    this.topmost = categories.filter(({ parentId }) => parentId === null);
    this.#bySlug = new Map(categories.map((category) => [category.slug, category]));
    this.#byId = new Map(categories.map((category) => [category.id, category]));
    for (const category of categories) {
      if (category.parentId === null) continue;
      this.#below.set(category.parentId, [...this.below(category.parentId), category]);
    }
  }

  find(slug: string): Category | null {
    return this.#bySlug.get(slug) ?? null;
  }

  /** Its direct children. */
  below(id: string): readonly Category[] {
    return this.#below.get(id) ?? [];
  }

  /** A category and its ancestors, the top-level one first; empty for null. */
  wayTo(id: string | null): Category[] {
    const way: Category[] = [];
    for (let at = id; at !== null; ) {
      const category = this.#byId.get(at);
      if (category === undefined || way.includes(category)) break;
      way.unshift(category);
      at = category.parentId;
    }
    return way;
  }
}
