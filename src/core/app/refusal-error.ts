import type { Refusal } from '../../shared/ipc/index.ts';

/** A request that was refused, with words for the person who made it. */
export class RefusalError extends Error {
  override readonly name = 'RefusalError';
  readonly refusal: Refusal;

  constructor(refusal: Refusal) {
    super(refusal.message);
    this.refusal = refusal;
  }
}

/** Ends a request with words for the person who made it. */
export function refuse(kind: string, message: string, action: string): never {
  throw new RefusalError({ kind, message, action });
}
