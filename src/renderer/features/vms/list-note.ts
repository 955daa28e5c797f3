import type { AccountSnapshot } from '../../../shared/app/index.ts';
import {
  accountStatus,
  describeProblem,
  isBillingOnly,
  type Problem,
  type Spend,
} from '../../../shared/domain/index.ts';

/** What stands in place of, or above, the VMs of one account. */
export type ListNote =
  | { readonly kind: 'loading' }
  | { readonly kind: 'empty' }
  /** The key sees what is billed, and no more; null: not even that was heard. */
  | { readonly kind: 'billingOnly'; readonly reason: string; readonly spend: Spend | null }
  /** The VMs were never heard of, and why. */
  | { readonly kind: 'unheard'; readonly problem: Problem }
  /** The same, and nobody is asked now. */
  | { readonly kind: 'offline' }
  | { readonly kind: 'skipped'; readonly count: number };

/** Null: the VMs speak for themselves. */
export function listNote(
  snapshot: AccountSnapshot | undefined,
  isOnline: boolean,
): ListNote | null {
  const asking: ListNote = { kind: isOnline ? 'loading' : 'offline' };
  if (snapshot === undefined || accountStatus(snapshot) === 'starting') return asking;
  const { value, problem } = snapshot.vms;
  if (isBillingOnly(snapshot) && problem !== null) {
    const reason = describeProblem(problem).message;
    return { kind: 'billingOnly', reason, spend: snapshot.spend.value };
  }
  if (value === null) return problem === null || !isOnline ? asking : { kind: 'unheard', problem };
  if (value.skipped > 0) return { kind: 'skipped', count: value.skipped };
  return value.vms.length === 0 ? { kind: 'empty' } : null;
}
