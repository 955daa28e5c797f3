import type { Vm } from '../../../shared/domain/vm.ts';
import type { Refusal } from '../../../shared/ipc/bridge.ts';
import { findAccount } from '../../../shared/state/index.ts';
import { type LoginWays, loginWays } from '../../../shared/vms/login-ways.ts';
import { actOnVm, refuseAct } from '../../act-on-vm.ts';
import { OPEN_TERMINAL, type VmAct } from '../../act-results.ts';
import { appNow } from '../../store.ts';
import { messages } from './note-messages.ts';

const NO_TERMINAL: Refusal = {
  kind: 'noTerminal',
  message: messages.noTerminal,
  action: messages.chooseTerminal,
};

/** Why a login to the VM is impossible; null: it may succeed. */
function loginRefusal(vm: Vm, { obstacle, notRunning }: LoginWays): Refusal | null {
  const reason = obstacle ?? notRunning;
  if (reason === null) return null;
  const action = vm.phase === 'destroyed' ? '' : messages.moreInDetails;
  return { kind: 'noAddress', message: `${reason}.`, action };
}

export interface RowVm {
  readonly accountId: string;
  readonly vm: Vm;
}

/** Logs in to the VM, or shows at the row why that can't be. */
export function actOnRow({ accountId, vm }: RowVm, act: VmAct): void {
  const app = appNow();
  const account = findAccount(app, accountId);
  if (account === undefined) return;
  const offers = loginWays(app, account, vm);
  const target = { accountId, vmId: vm.id };
  const isMissing = act === OPEN_TERMINAL && !offers.hasTerminal;
  const refusal = loginRefusal(vm, offers) ?? (isMissing ? NO_TERMINAL : null);
  if (refusal === null) void actOnVm(target, act);
  else refuseAct(target, act, refusal);
}
