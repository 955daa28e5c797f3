import type { VmOperation } from '../domain/service-profile.ts';

// Apart from `operations.ts`, which the panel's first screen does not need.

/** An operation that was sent and that the service has not confirmed by the VM's state. */
export interface PendingOperation {
  readonly operation: VmOperation;
  /** Not confirmed for two minutes, or answered with an error. */
  readonly isOverdue: boolean;
  /** The service's error in sentences, where it answered with one. */
  readonly answer?: string;
}

const PENDING_LABELS: Readonly<Record<VmOperation, string>> = {
  start: 'starting…',
  stop: 'stopping…',
  destroy: 'destroying…',
};

export function pendingLabel({ operation, isOverdue }: PendingOperation): string {
  return isOverdue ? `${operation} not confirmed` : PENDING_LABELS[operation];
}
