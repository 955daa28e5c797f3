import type { ProviderId } from '../../shared/providers/providers.ts';

/** The described names in answers to reading calls. Other names may be a user's, such as those of environment variables. */
export interface ProviderDescription {
  readonly paths: readonly string[];
  readonly fields: readonly string[];
  /** The known words of fields that have a fixed set of them. */
  readonly words: Readonly<Record<string, readonly string[]>>;
}

/** The bundler sets it, from the documents of the interfaces (`scripts/build/described-names.ts`). */
declare const DESCRIBED_NAMES: Readonly<Record<ProviderId, ProviderDescription>>;

export const DESCRIPTIONS = DESCRIBED_NAMES;
