import type { SshHost } from '../../core/ssh/index.ts';
import { type Vm, vmName } from '../../shared/domain/index.ts';

/** A VM in the SSH files. */
export interface Candidate {
  readonly host: SshHost;
  /** Null when its account did not answer. */
  readonly vm: Vm | null;
  /** VM ids are unique within one service. */
  readonly serviceUrl: string;
  /** The label of its account. */
  readonly account: string;
}

function isNamed({ host, vm }: Candidate, typed: string): boolean {
  const number = vm?.vmid ?? null;
  const names = [
    ...(vm === null ? [] : [vmName(vm), vm.id]),
    ...(number === null ? [] : [String(number)]),
  ];
  const wanted = typed.trim().toLowerCase();
  const aliases = [host.alias, host.alias.replace(/^gpu-/, '')];
  return [...aliases, ...names.map((name) => name.toLowerCase())].includes(wanted);
}

/**
 * The VMs that may be meant: the one with that alias, else those with that label, number, id, or alias without `gpu-`. A VM that
 * several accounts show is one VM.
 */
export function matchVm(typed: string, candidates: readonly Candidate[]): readonly Candidate[] {
  const exact = candidates.find(({ host }) => host.alias === typed);
  if (exact !== undefined) return [exact];
  const named = candidates.filter((candidate) => isNamed(candidate, typed));
  const keyOf = ({ host, serviceUrl }: Candidate) => `${serviceUrl} ${host.vmId}`;
  const first = new Map(named.toReversed().map((candidate) => [keyOf(candidate), candidate]));
  return named.filter((candidate) => first.get(keyOf(candidate)) === candidate);
}
