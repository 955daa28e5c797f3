import type { Refusal } from '../../../shared/ipc/index.ts';

/** The message and the action are shown to the user. */
export class RefusalError extends Error {
  override readonly name = 'RefusalError';
  readonly refusal: Refusal;

  constructor(refusal: Refusal) {
    super(refusal.message);
    this.refusal = refusal;
  }
}

export function refuse(kind: string, message: string, action: string): never {
  throw new RefusalError({ kind, message, action });
}
