import type { VmLogin } from '../../../shared/app/index.ts';
import { type Vm, vmPhase } from '../../../shared/domain/index.ts';

/** Of those that do not run, and those of which nobody knows. */
function untriedWords(status: string): string {
  switch (vmPhase(status)) {
    case 'changing':
      return 'It does not run at the moment, so nobody can log in.';
    case 'stopped':
    case 'interrupted':
    case 'failed':
    case 'destroyed':
      return 'It does not run, so nobody can log in.';
    case 'offline':
      return 'While the service cannot reach it, a login will hardly find it.';
    case 'running':
    case 'unknown':
      return 'Whether SSH answers has not been tried.';
  }
}

/** Whether one can log in to a VM, as a sentence. @param login undefined: ssh's files do not know it yet */
export function loginWords(
  { ipAddress, status }: Pick<Vm, 'ipAddress' | 'status'>,
  login: VmLogin | undefined,
): string {
  if (vmPhase(status) === 'destroyed') return 'It is gone, so there is nothing to log in to.';
  if (ipAddress === null) return 'The service gives no address for it yet.';
  if (login === undefined) return 'Its SSH settings are not written yet.';
  if (!login.hasAddress)
    return 'What the service gives as its address is none that can be connected to.';
  if (login.changedKey !== null)
    return 'ssh refuses to log in: the VM shows another host key than before.';
  switch (login.reach) {
    case 'waiting':
      return 'It runs, but SSH does not answer yet. GPU Tray goes on trying.';
    case 'ready':
      return 'SSH answers: you can log in.';
    case null:
      return untriedWords(status);
  }
}
