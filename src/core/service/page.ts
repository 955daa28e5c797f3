/** One page in the service's order; null stands for a record that could not be read. */
export interface Page<T> {
  readonly items: readonly (T | null)[];
  readonly total: number | null;
}

/** A whole list, put together from its pages. */
export interface Listing<T> {
  /** Each once, in the service's order. */
  readonly items: readonly T[];
  /** Records that could not be read. */
  readonly skipped: number;
  /**
   * Whether every page joined the one before. When false, the list was changing faster than it could be read, or the
   * service keeps no order: something may be missing.
   */
  readonly isComplete: boolean;
  /** The walk ended because a page came again: the service ignores `offset`, and gave one page of its list. */
  readonly isRepeating: boolean;
}
