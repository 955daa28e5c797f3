import { type AccountClient, CredentialError } from '../../core/accounts/index.ts';
import { ServiceError } from '../../core/service/index.ts';
import { isThere } from '../../core/ssh/index.ts';
import type { Problem, Vm } from '../../shared/domain/index.ts';

/** A stored account, and the way to its service. */
export interface OpenAccount {
  readonly id: string;
  readonly label: string;
  readonly baseUrl: string;
  readonly client: AccountClient;
}

/** What the service says of one VM. */
export type VmAnswer =
  | { readonly kind: 'there'; readonly vm: Vm }
  /** Destroyed, or not known to the service any more. */
  | { readonly kind: 'gone' }
  | { readonly kind: 'unanswered'; readonly problem: Problem };

function problemOf(error: unknown, signal: AbortSignal): Problem {
  signal.throwIfAborted();
  if (error instanceof ServiceError || error instanceof CredentialError) return error.problem;
  throw error;
}

/** One VM alone: whoever logs in should not wait for a list of hundreds. @throws the signal's reason when it aborts */
export async function askForVm(
  { client }: OpenAccount,
  vmId: string,
  signal: AbortSignal,
): Promise<VmAnswer> {
  try {
    const vm = await client.getVm(vmId, signal);
    return isThere(vm) ? { kind: 'there', vm } : { kind: 'gone' };
  } catch (error) {
    const problem = problemOf(error, signal);
    return problem.kind === 'notFound' ? { kind: 'gone' } : { kind: 'unanswered', problem };
  }
}

/** An account's VMs; none, and why, where the service did not list them. */
export interface AskedAccount extends OpenAccount {
  readonly vms: readonly Vm[];
  readonly problem: Problem | null;
}

/** All VMs of an account. @throws the signal's reason when it aborts */
export async function askForAll(account: OpenAccount, signal: AbortSignal): Promise<AskedAccount> {
  try {
    const { items } = await account.client.listVms(signal);
    return { ...account, vms: items, problem: null };
  } catch (error) {
    return { ...account, vms: [], problem: problemOf(error, signal) };
  }
}
