import type { AccountPicture } from '../../../shared/app/index.ts';
import {
  accountStatus,
  describeProblem,
  isBillingOnly,
  type SpendVm,
} from '../../../shared/domain/index.ts';

/** What stands in place of, or above, the VMs of one account. */
export type ListNote =
  | { readonly kind: 'loading' }
  | { readonly kind: 'empty' }
  /** The key sees what is billed, and no more. */
  | { readonly kind: 'billingOnly'; readonly reason: string; readonly vms: readonly SpendVm[] }
  /** Nothing was ever heard; the banner above says why. */
  | { readonly kind: 'nothingYet' }
  | { readonly kind: 'skipped'; readonly count: number };

/** Null: the VMs speak for themselves. */
export function listNote(picture: AccountPicture | undefined): ListNote | null {
  if (picture === undefined || accountStatus(picture) === 'starting') return { kind: 'loading' };
  const { value, problem } = picture.vms;
  if (isBillingOnly(picture) && problem !== null) {
    const reason = describeProblem(problem).sentence;
    return { kind: 'billingOnly', reason, vms: picture.spend.value?.vms ?? [] };
  }
  if (value === null) return problem === null ? { kind: 'loading' } : { kind: 'nothingYet' };
  if (value.skipped > 0) return { kind: 'skipped', count: value.skipped };
  return value.vms.length === 0 ? { kind: 'empty' } : null;
}
