import { billedNow, type Spend, type Vm, vmName } from '../../shared/domain/index.ts';
import { formatRate, printable } from '../../shared/format/index.ts';
import { type FieldValue, vmFields } from '../../shared/vms/vm-fields.ts';
import * as messages from '../messages.ts';
import type { VmSsh } from '../ssh/vm-ssh.ts';

interface ShownVm {
  readonly vm: Vm;
  /** The label of its account. */
  readonly account: string;
  /** Of the account; null: unknown. */
  readonly spend: Spend | null;
  readonly ssh: VmSsh;
}

/** Aligned, so that values begin in one column. */
const NAME_WIDTH = 17;

/** All that is known of a VM, one string per line: what it costs, how to log in, and every documented field. */
export function vmLines({ vm, account, spend, ssh }: ShownVm, currency: string): string[] {
  const text = (value: FieldValue | null) => {
    if (value === null) return messages.status.none;
    if (typeof value === 'string') return value;
    return 'iso' in value ? printable(value.iso) : formatRate(value.perHour, currency);
  };
  const line = (name: string, value: FieldValue | null) =>
    `  ${name.padEnd(NAME_WIDTH)}${text(value)}`;
  const billed = billedNow(vm, spend);
  return [
    `${vmName(vm)}  ${printable(vm.status)}`,
    line(messages.show.account, printable(account)),
    line(messages.show.billed, billed === null ? null : { perHour: billed }),
    line(messages.show.login, ssh.command),
    ...vmFields(vm, spend).flatMap(({ title, fields }) => [
      title,
      ...fields.map(([name, value]) => line(name, value)),
    ]),
  ];
}
