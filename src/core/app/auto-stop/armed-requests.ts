import type { AppAccount } from '../../../shared/accounts/index.ts';
import {
  type AutoStop,
  type AutoStopLimit,
  onVmObstacle,
} from '../../../shared/auto-stop/index.ts';
import { type Vm, vmName } from '../../../shared/domain/index.ts';
import type { Settings } from '../../settings/index.ts';
import { refuse } from '../kernel/refusal-error.ts';

/** @throws RefusalError where the VM cannot stop itself at that limit */
export function requireOnVm(vm: Vm, account: AppAccount, limit: AutoStopLimit): void {
  const obstacle = onVmObstacle(vm, account, limit);
  if (obstacle !== null) refuse('invalid', `${vmName(vm)} cannot stop itself.`, obstacle);
}

/** A change of the settings: whether the VMs of these auto-stops stop themselves too. */
export const withOnVm =
  (isMeant: (autoStop: AutoStop) => boolean, onVm: boolean) =>
  (settings: Settings): Settings => ({
    ...settings,
    autoStops: settings.autoStops?.map((each) => (isMeant(each) ? { ...each, onVm } : each)),
  });
