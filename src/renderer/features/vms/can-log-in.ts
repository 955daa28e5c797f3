import { type Vm, vmPhase } from '../../../shared/domain/index.ts';

/** Whether there is an address to try; main decides whether it is one to trust. */
export function canLogIn(vm: Pick<Vm, 'ipAddress' | 'status'>): boolean {
  return vm.ipAddress !== null && vmPhase(vm.status) !== 'destroyed';
}
