import { join } from 'node:path';
import { describedNames } from '../../../scripts/build/described-names.ts';
import type { ProviderId } from '../../shared/providers/providers.ts';

/** The described names in answers to reading calls. Other names may be a user's, such as those of environment variables. */
export type ProviderDescription = (typeof DESCRIPTIONS)[ProviderId];

/** From the documents of the interfaces; a bundle has the names themselves (`scripts/build/inline-names.ts`). */
export const DESCRIPTIONS = describedNames(join(import.meta.dirname, '../../..'));
