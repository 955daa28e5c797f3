import type { PublicPages } from '../offers.ts';

/** A public list that came in one response. */
export const onePage = (body: unknown): PublicPages => ({
  bodies: [body],
  isComplete: true,
  problem: null,
});
