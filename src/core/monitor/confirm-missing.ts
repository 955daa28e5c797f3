import type { Vm } from '../../shared/domain/index.ts';
import { type ServiceClient, ServiceError } from '../service/index.ts';

/** Requests for single VMs in one poll. What is left over is kept as it was, and has its turn in the next polls. */
const MAX_CONFIRMATIONS = 20;

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

/** Some of the missing ones, others each time: one that never gets an answer must not keep the rest waiting for ever. */
function chosen(missing: readonly Vm[], turn: number): ReadonlySet<Vm> {
  const start = missing.length === 0 ? 0 : (turn * MAX_CONFIRMATIONS) % missing.length;
  const inTurn = [...missing.slice(start), ...missing.slice(0, start)];
  return new Set(inTurn.slice(0, MAX_CONFIRMATIONS));
}

/**
 * The VMs of `known` that `listed` lacks and that are still there, or may be, in their order. A list that shifts while it is
 * read loses an item now and then, so one missing listing proves nothing: each is asked for by its id, and only "not found"
 * makes it gone.
 * @param turn polls before this one
 */
export async function missingButThere(
  client: Pick<ServiceClient, 'getVm'>,
  known: readonly Vm[],
  listed: readonly Vm[],
  signal: AbortSignal,
  turn: number,
): Promise<readonly Vm[]> {
  const seen = new Set(listed.map((vm) => vm.id));
  const missing = known.filter((vm) => !seen.has(vm.id));
  const asked = chosen(missing, turn);
  const answers = await Promise.all(
    missing.map((vm) => (asked.has(vm) ? confirm(client, vm, signal) : vm)),
  );
  return answers.filter((answer) => answer !== 'gone');
}
