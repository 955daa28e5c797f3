import {
  accountStatus,
  isBillingOnly,
  type Problem,
  type Spend,
} from '../../../shared/domain/index.ts';
import type { AccountSnapshot } from '../../../shared/polling/polling-slice.ts';

export type ListNote =
  | { readonly kind: 'loading' }
  | { readonly kind: 'empty' }
  /** The key can read spend but not VMs. `spend` null: not received yet. */
  | { readonly kind: 'billingOnly'; readonly problem: Problem; readonly spend: Spend | null }
  | { readonly kind: 'noData'; readonly problem: Problem }
  | { readonly kind: 'offline' }
  /** VMs may be missing from the list. */
  | { readonly kind: 'incomplete' }
  | { readonly kind: 'skipped'; readonly count: number };

export function listNote(
  snapshot: AccountSnapshot | undefined,
  isOnline: boolean,
): ListNote | null {
  const waiting: ListNote = { kind: isOnline ? 'loading' : 'offline' };
  if (snapshot === undefined || accountStatus(snapshot) === 'starting') return waiting;
  const { value, problem } = snapshot.vms;
  if (isBillingOnly(snapshot) && problem !== null)
    return { kind: 'billingOnly', problem, spend: snapshot.spend.value };
  if (value === null) return problem === null || !isOnline ? waiting : { kind: 'noData', problem };
  if (!value.isComplete) return { kind: 'incomplete' };
  if (value.skipped > 0) return { kind: 'skipped', count: value.skipped };
  return value.vms.length === 0 ? { kind: 'empty' } : null;
}
