import { keyOf, type SshHost, vmSlug } from '../../core/ssh/index.ts';
import { type Vm, vmName, vmNumber } from '../../shared/domain/index.ts';
import { CommandError, EXIT, type ExitCode } from '../errors.ts';
import * as messages from '../messages.ts';

export interface Candidate {
  readonly host: SshHost;
  /** Null when its account did not answer. */
  readonly vm: Vm | null;
  /** VM ids are unique within one service. */
  readonly serviceUrl: string;
  readonly account: string;
  /** Its account's complete list lacks it. */
  readonly isFormer?: boolean;
}

/** As typed on any keyboard: an accent may be a character of its own. */
const plain = (name: string) => name.normalize().trim();

/** Compares the alias, with or without `gpu-`, the label, number and id. @param alias null: it has none */
function isNamed(alias: string | null, vm: Vm | null, typed: string): boolean {
  const number = vmNumber(vm?.defaultName ?? null);
  const names = [
    ...(alias === null ? [] : [alias, alias.replace(/^gpu-/, '')]),
    ...(vm === null ? [] : [vmName(vm), vm.id]),
    ...(number === null ? [] : [String(number)]),
  ];
  return names.some((name) => plain(name).toLowerCase() === plain(typed).toLowerCase());
}

/** `alias`: null: the SSH files have none. */
interface NamedVm {
  readonly vm: Vm | null;
  readonly alias: string | null;
  /** The alias is of an earlier label, or of a VM that is no longer listed. */
  readonly isFormer?: boolean;
}

/**
 * The VMs that the text may mean: with that alias or exact label, else with that label in other letters, number, id, or alias without
 * `gpu-`. The exact label of a listed VM wins over a former alias.
 */
function meant<T extends NamedVm>(typed: string, all: readonly T[]): readonly T[] {
  const isLabeled = ({ vm }: T) => vm !== null && plain(vmName(vm)) === plain(typed);
  const vms = all.some(isLabeled) ? all.filter((one) => isLabeled(one) || !one.isFormer) : all;
  return vms.some(({ alias }) => alias === typed)
    ? vms.filter((one) => one.alias === typed || isLabeled(one))
    : vms.filter(({ alias, vm }) => isNamed(alias, vm, typed));
}

/** As `meant`. A VM of several accounts is one VM. */
export function matchVm(typed: string, candidates: readonly Candidate[]): readonly Candidate[] {
  const named = meant(
    typed,
    candidates.map((candidate) => ({ ...candidate, alias: candidate.host.alias })),
  );
  const vmOf = ({ host, serviceUrl }: Candidate) => `${serviceUrl} ${host.vmId}`;
  const first = new Map(named.toReversed().map((candidate) => [vmOf(candidate), candidate]));
  return candidates.filter((candidate) => first.get(vmOf(candidate))?.host === candidate.host);
}

/** Finds the alias that the SSH files have for a listed VM. They may be older than its label. */
export function storedNames(
  hosts: readonly Pick<SshHost, 'accountId' | 'vmId' | 'alias' | 'slug'>[],
) {
  const stored = new Map(hosts.map((host) => [keyOf(host), host]));
  return (accountId: string, vm: Vm) => {
    const { alias = null, slug } = stored.get(keyOf({ accountId, vmId: vm.id })) ?? {};
    const isFormer = slug !== undefined && slug !== vmSlug({ ...vm, vmId: vm.id });
    return { vm, alias, isFormer };
  };
}

/** @param missing exit code when there is none @throws CommandError when there is none, or several */
export function onlyVm<T extends NamedVm & { readonly vm: Vm }>(
  typed: string,
  vms: readonly T[],
  missing: ExitCode = EXIT.usage,
): T {
  const matching = meant(typed, vms);
  const [found, ...others] = matching;
  if (found === undefined) throw new CommandError(missing, messages.ssh.noSuchVm(typed));
  if (others.length === 0) return found;
  const ids = matching.map(({ vm }) => vm.id);
  throw new CommandError(EXIT.usage, messages.ssh.severalVms(typed, ids));
}
