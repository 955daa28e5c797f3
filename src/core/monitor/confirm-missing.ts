import type { Vm } from '../../shared/domain/index.ts';
import { type ServiceClient, ServiceError } from '../service/index.ts';

/** Requests for single VMs in one poll. What is left over is kept as it was and asked for in the next polls. */
const MOST_CONFIRMATIONS = 20;

type Confirmation = Vm | 'gone';

async function confirm(
  client: Pick<ServiceClient, 'getVm'>,
  vm: Vm,
  signal: AbortSignal,
): Promise<Confirmation> {
  try {
    const found = await client.getVm(vm.id, signal);
    // A service that forgets destroyed VMs in its list but still answers for them would be asked in every poll.
    return found.status === 'destroyed' ? 'gone' : found;
  } catch (error) {
    signal.throwIfAborted();
    const isGone = error instanceof ServiceError && error.problem.kind === 'notFound';
    return isGone ? 'gone' : vm;
  }
}

/**
 * The VMs of `known` that `listed` lacks and that are still there, or may be. A list that shifts while it is read loses an
 * item now and then, so one missing listing proves nothing: each is asked for by its id, and only "not found" makes it gone.
 */
export async function missingButThere(
  client: Pick<ServiceClient, 'getVm'>,
  known: readonly Vm[],
  listed: readonly Vm[],
  signal: AbortSignal,
): Promise<readonly Vm[]> {
  const seen = new Set(listed.map((vm) => vm.id));
  const missing = known.filter((vm) => !seen.has(vm.id));
  const asked = await Promise.all(
    missing.slice(0, MOST_CONFIRMATIONS).map((vm) => confirm(client, vm, signal)),
  );
  return [...asked.filter((answer) => answer !== 'gone'), ...missing.slice(MOST_CONFIRMATIONS)];
}
