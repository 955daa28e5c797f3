import { printable } from '../format/index.ts';
import type { OfferTerms } from '../offers/gpu-offer.ts';

export const MAX_PRESETS = 50;

/** The name as it is saved; null: not one. */
export function presetName(typed: string): string | null {
  const name = typed.trim();
  return name.length > 0 && name.length <= 40 && printable(name) === name ? name : null;
}

/** By the words of the rental service and the command line. */
export const TERMS_OF_WORDS: ReadonlyMap<string, OfferTerms> = new Map([
  ['on_demand', 'onDemand'],
  ['interruptible', 'interruptible'],
  ['reserved', 'reserved'],
]);
