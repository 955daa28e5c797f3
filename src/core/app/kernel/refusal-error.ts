import { UserError } from '../../user-error.ts';

export class RefusalError extends UserError {
  override readonly name = 'RefusalError';
}

export function refuse(kind: string, message: string, action: string): never {
  throw new RefusalError({ kind, message, action });
}
