import type { Listing, Page } from './page.ts';

/** Collects what the pages of one walk bring: items by key, unreadable records by their place in the list. */
export class PageCollection<T> {
  readonly #found = new Map<string, T>();
  readonly #unreadable = new Set<number>();
  readonly #keyOf: (item: T) => string;
  #lastKeys: readonly string[] = [];

  constructor(keyOf: (item: T) => string) {
    this.#keyOf = keyOf;
  }

  #keysOf(page: Page<T>): string[] {
    return page.items.flatMap((item) => (item === null ? [] : [this.#keyOf(item)]));
  }

  knowsSomeOf(page: Page<T>): boolean {
    return this.#keysOf(page).some((key) => this.#found.has(key));
  }

  /** Whether the page holds the very items of the one that was added last. Of unreadable records alone nobody can tell. */
  isRepeated(page: Page<T>): boolean {
    const keys = this.#keysOf(page);
    const last = this.#lastKeys;
    return (
      keys.length > 0 && keys.length === last.length && keys.every((key, i) => key === last[i])
    );
  }

  /** @returns whether the page brought an item that was not there yet */
  add(page: Page<T>, offset: number): boolean {
    const before = this.#found.size;
    page.items.forEach((item, index) => {
      if (item === null) this.#unreadable.add(offset + index);
      else this.#found.set(this.#keyOf(item), item);
    });
    this.#lastKeys = this.#keysOf(page);
    return this.#found.size > before;
  }

  /** Records that have been seen, readable or not. */
  get size(): number {
    return this.#found.size + this.#unreadable.size;
  }

  listing(isComplete: boolean, isRepeating = false): Listing<T> {
    const items = [...this.#found.values()];
    return { items, skipped: this.#unreadable.size, isComplete, isRepeating };
  }
}
