import { keyOf, type SshHost, vmSlug } from '../../core/ssh/index.ts';
import { type Vm, vmName, vmNumber } from '../../shared/domain/index.ts';
import { CommandError, EXIT, type ExitCode } from '../errors.ts';
import * as messages from '../messages.ts';

export interface Candidate {
  /** Null: its account did not answer. */
  readonly vm: Vm | null;
  /** Null: the SSH files have none. */
  readonly alias: string | null;
  /** The alias is of an earlier label, or of a VM that is no longer listed. */
  readonly isFormer?: boolean;
  /** Of its service and its id there: several accounts may list the VM. */
  readonly key?: string;
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

/**
 * The VMs that the text may mean, each once: with that alias or exact label, else with that label in other letters, number, id, or alias
 * without its prefix. The exact label of a listed VM wins over a former alias.
 */
export function matchVm<T extends Candidate>(
  typed: string,
  candidates: readonly T[],
): readonly T[] {
  const isLabeled = ({ vm }: T) => vm !== null && plain(vmName(vm)) === plain(typed);
  const isCurrent = candidates.some(isLabeled)
    ? (one: T) => isLabeled(one) || !one.isFormer
    : () => true;
  const vms = candidates.filter(isCurrent);
  const named = vms.some(({ alias }) => alias === typed)
    ? vms.filter((one) => one.alias === typed || isLabeled(one))
    : vms.filter((one) => isNamed(one, typed));
  const first = new Map(named.toReversed().map((one) => [one.key ?? one, one]));
  return named.filter((one) => first.get(one.key ?? one) === one);
}

/** Finds the alias that the SSH files have for a listed VM. They may be older than its label. */
export function storedNames(
  hosts: readonly Pick<SshHost, 'accountId' | 'vmId' | 'alias' | 'slug'>[],
) {
  const stored = new Map(hosts.map((host) => [keyOf(host), host]));
  return (accountId: string, vm: Vm) => {
    const { alias = null, slug } = stored.get(keyOf({ accountId, vmId: vm.id })) ?? {};
    return { vm, alias, isFormer: slug !== undefined && slug !== vmSlug({ ...vm, vmId: vm.id }) };
  };
}

/** @param missing exit code when there is none @throws CommandError when there is none, or several */
export function onlyVm<T extends Candidate & { readonly vm: Vm }>(
  typed: string,
  vms: readonly T[],
  missing: ExitCode = EXIT.usage,
): T {
  const matching = matchVm(typed, vms);
  const [found, ...others] = matching;
  if (found === undefined) throw new CommandError(missing, messages.ssh.noSuchVm(typed));
  if (others.length === 0) return found;
  const ids = matching.map(({ vm }) => vm.id);
  throw new CommandError(EXIT.usage, messages.ssh.severalVms(typed, ids));
}
