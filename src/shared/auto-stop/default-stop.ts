import type { AppAccount } from '../accounts/index.ts';
import type { Vm } from '../domain/index.ts';
import { erasesAll } from '../operations/operations.ts';
import { PROVIDERS } from '../providers/index.ts';
import type { AutoStop } from './auto-stop.ts';

/** Whether a default may stop the VM: from here, and with its data kept, as far as its record says. Otherwise it reminds. */
export function stopsByDefault(
  vm: Vm,
  { provider, can }: Pick<AppAccount, 'provider'> & { readonly can: readonly string[] },
): boolean {
  const isPossible = can.includes('stop') && (vm.operations?.includes('stop') ?? true);
  const keepsData =
    vm.effects?.stop === undefined ? !PROVIDERS[provider].stopErases : !erasesAll(vm);
  return isPossible && keepsData;
}

/** Whether it only reminds because nobody agreed to what a stop does to this VM. @param vm null: its record is not known */
export function isDefaultReminder(
  { from }: Pick<AutoStop, 'from'>,
  vm: Vm | null,
  account: Parameters<typeof stopsByDefault>[1],
): boolean {
  return from === 'default' && (vm === null || !stopsByDefault(vm, account));
}
