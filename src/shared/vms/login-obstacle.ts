import { loginHost, type Vm } from '../domain/vm.ts';
import type { VmLogin } from '../ssh/ssh-state.ts';

// Apart from `login-ways.ts`, which the panel's first screen does not need.

/** Why a VM has no login address, as a label; null: the VM has a login address. @param login undefined: unknown; main then checks it */
export function loginObstacle(
  vm: Pick<Vm, 'ipAddress' | 'login' | 'phase'>,
  login: Pick<VmLogin, 'hasAddress'> | undefined,
): string | null {
  if (vm.phase === 'destroyed') return 'VM is gone';
  if (loginHost(vm) === null) return 'No address yet';
  return login === undefined || login.hasAddress ? null : 'No usable address';
}
