/** The described names in answers to reading calls. Other names may be a user's, such as those of environment variables. */
export interface ProviderDescription {
  readonly paths: ReadonlySet<string>;
  readonly fields: ReadonlySet<string>;
  /** The known words of fields that have a fixed set of them. */
  readonly words: ReadonlyMap<string, readonly string[]>;
}

/** @param text names, separated by white space */
export const namesIn = (text: string): ReadonlySet<string> => new Set(text.trim().split(/\s+/));
