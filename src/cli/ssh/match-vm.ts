import type { SshHost } from '../../core/ssh/index.ts';
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
}

/** Compares the alias, with or without `gpu-`, the label, number and id. @param alias null: it has none */
function isNamed(alias: string | null, vm: Vm | null, typed: string): boolean {
  const number = vmNumber(vm?.defaultName ?? null);
  const names = [
    ...(alias === null ? [] : [alias, alias.replace(/^gpu-/, '')]),
    ...(vm === null ? [] : [vmName(vm), vm.id]),
    ...(number === null ? [] : [String(number)]),
  ];
  return names.some((name) => name.toLowerCase() === typed.trim().toLowerCase());
}

/** The VM with that alias, else VMs with that label, number, id, or alias without `gpu-`. A VM of several accounts is one VM. */
export function matchVm(typed: string, candidates: readonly Candidate[]): readonly Candidate[] {
  const exact = candidates.find(({ host }) => host.alias === typed);
  if (exact !== undefined) return [exact];
  const named = candidates.filter(({ host, vm }) => isNamed(host.alias, vm, typed));
  const keyOf = ({ host, serviceUrl }: Candidate) => `${serviceUrl} ${host.vmId}`;
  const first = new Map(named.toReversed().map((candidate) => [keyOf(candidate), candidate]));
  return named.filter((candidate) => first.get(keyOf(candidate)) === candidate);
}

/** `alias`: null: the SSH files have none. */
interface NamedVm {
  readonly vm: Vm;
  readonly alias: string | null;
}

/** @param missing exit code when there is none @throws CommandError when there is none, or several */
export function onlyVm<T extends NamedVm>(
  typed: string,
  vms: readonly T[],
  missing: ExitCode = EXIT.usage,
): T {
  const exact = vms.filter(({ alias }) => alias === typed);
  const matching =
    exact.length > 0 ? exact : vms.filter(({ vm, alias }) => isNamed(alias, vm, typed));
  const [found, ...others] = matching;
  if (found === undefined) throw new CommandError(missing, messages.ssh.noSuchVm(typed));
  if (others.length === 0) return found;
  const ids = matching.map(({ vm }) => vm.id);
  throw new CommandError(EXIT.usage, messages.ssh.severalVms(typed, ids));
}
