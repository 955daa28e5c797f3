import { keyOf, type SshHost, vmSlug } from '../../core/ssh/index.ts';
import { gpuLabel, type Vm, vmName, vmNumber } from '../../shared/domain/vm.ts';
import type { StatusSource } from '../accounts/sources.ts';
import { CommandError, EXIT, type ExitCode } from '../errors.ts';
import * as messages from '../messages.ts';

export interface Candidate {
  readonly account: Pick<StatusSource, 'id' | 'name' | 'baseUrl'>;
  readonly vmId: string;
  /** Null: its account did not answer. */
  readonly vm: Vm | null;
  /** Null: the SSH files have none, or one of an earlier label, or the account is not stored. */
  readonly alias: string | null;
}

type NamedHost = Pick<SshHost, 'accountId' | 'vmId' | 'alias' | 'slug'>;

/** The listed VMs with the aliases of the SSH files. */
export function candidatesOf<A extends Candidate['account']>(
  account: A,
  vms: readonly Vm[],
  hosts: readonly NamedHost[],
) {
  const stored = new Map(hosts.map((host) => [keyOf(host), host]));
  return vms.map((vm) => {
    const host = stored.get(keyOf({ accountId: account.id, vmId: vm.id }));
    const isCurrent = host?.slug === vmSlug({ ...vm, vmId: vm.id });
    return { account, vmId: vm.id, vm, alias: isCurrent ? host.alias : null };
  });
}

/** As typed on any keyboard: an accent may be a character of its own. */
const plain = (name: string) => name.normalize().trim();

/** Compares the alias, with or without its prefix, the label, number and id. */
function isNamed({ alias, vm }: Candidate, typed: string): boolean {
  const number = vmNumber(vm?.defaultName ?? null);
  const names = [
    ...(alias === null ? [] : [alias, alias.replace(/^[^-]+-/, '')]),
    ...(vm === null ? [] : [vmName(vm), vm.id]),
    ...(number === null ? [] : [String(number)]),
  ];
  return names.some((name) => plain(name).toLowerCase() === plain(typed).toLowerCase());
}

/** The VMs that the text may mean, once where several accounts list one: by alias or exact label, else as `isNamed`. */
export function matchVm<T extends Candidate>(
  typed: string,
  candidates: readonly T[],
): readonly T[] {
  const isLabeled = ({ vm }: T) => vm !== null && plain(vmName(vm)) === plain(typed);
  const named = candidates.some(({ alias }) => alias === typed)
    ? candidates.filter((one) => one.alias === typed || isLabeled(one))
    : candidates.filter((one) => isNamed(one, typed));
  const key = ({ account, vmId }: T) => `${account.baseUrl} ${vmId}`;
  return [...new Map(named.toReversed().map((one) => [key(one), one])).values()].toReversed();
}

/** Several VMs match: lists what to type for each. The accounts are named where there are several. */
function ambiguous(typed: string, candidates: readonly Candidate[]): CommandError {
  const hasAccounts = new Set(candidates.map(({ account }) => account.id)).size > 1;
  const lines = candidates.map(({ account, vmId, vm, alias }) => {
    // An alias that is also a label names no VM alone.
    const name = alias === null || alias === typed ? vmId : alias;
    const record = vm === null ? [] : [vmName(vm), vm.status, gpuLabel(vm)];
    return [name, ...record, hasAccounts && account.name].filter(Boolean).join(', ');
  });
  return new CommandError(EXIT.usage, messages.ssh.ambiguous(typed, lines));
}

/** The only VM that the text may mean. @param missing the exit code when there is none @throws CommandError */
export function findTypedVm<T extends Candidate>(
  typed: string,
  candidates: readonly T[],
  missing: ExitCode = EXIT.usage,
): T {
  const [found, ...others] = matchVm(typed, candidates);
  if (found === undefined) throw new CommandError(missing, messages.ssh.noSuchVm(typed));
  if (others.length > 0) throw ambiguous(typed, [found, ...others]);
  return found;
}
