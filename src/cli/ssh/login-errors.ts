import { keyOf, type SshHost, type VmRef } from '../../core/ssh/index.ts';
import {
  loginHost,
  mayAnswerLogin,
  type Problem,
  type Vm,
  vmName,
} from '../../shared/domain/index.ts';
import { serviceName } from '../../shared/providers/providers.ts';
import { CommandError, EXIT } from '../errors.ts';
import * as messages from '../messages.ts';
import { problemExitCode } from '../problems.ts';
import type { FoundVm } from './find-login.ts';
import type { Candidate } from './match-vm.ts';

/** An unknown status is left to ssh. @throws CommandError when the VM does not run */
export function requireRunning(vm: Vm): void {
  if (mayAnswerLogin(vm)) return;
  const isStarting = vm.phase === 'creating' || vm.phase === 'starting';
  const message = isStarting ? messages.ssh.starting : messages.ssh.notRunning;
  throw new CommandError(EXIT.outOfDate, message(vmName(vm), vm));
}

/** @param found what the account's provider reports; its `vm` is null when it did not answer */
export function noAddress(
  { alias }: SshHost,
  found: Pick<FoundVm, 'vm' | 'account'> | null = null,
): CommandError {
  const hasNone = !found?.vm || loginHost(found.vm) === null;
  const message = hasNone
    ? messages.ssh.noAddress(alias)
    : messages.ssh.invalidAddress(alias, serviceName([found.account]));
  return new CommandError(EXIT.outOfDate, message);
}

/** All aliases in order, those that contain the given one first. */
export function likelyFirst(given: string, hosts: readonly Pick<SshHost, 'alias'>[]): string[] {
  const bare = (alias: string) => alias.replace(/^[^-]+-/, '');
  const isLike = (alias: string) => bare(given) !== '' && bare(alias).includes(bare(given));
  const all = hosts.map(({ alias }) => alias).toSorted();
  return [...all.filter(isLike), ...all.filter((alias) => !isLike(alias))];
}

export interface AliasSearch {
  readonly hosts: readonly SshHost[];
  /** The VM that had that alias until now. */
  readonly former: VmRef | null;
  /** Problems of the accounts that could not be listed; the VM may be in one of them. */
  readonly problems: readonly Problem[];
}

export function noSuchVm(typed: string, { hosts, former, problems }: AliasSearch): CommandError {
  const renamed = hosts.find((host) => former !== null && keyOf(host) === keyOf(former));
  const message =
    renamed !== undefined
      ? messages.ssh.renamed(typed, renamed.alias)
      : (former === null ? messages.ssh.noSuchVm : messages.ssh.gone)(typed);
  const [problem] = problems;
  // An account that could not be read may have VMs.
  const known =
    hosts.length === 0 && problem !== undefined
      ? ''
      : ` ${messages.ssh.aliases(likelyFirst(typed, hosts))}`;
  return new CommandError(
    problem === undefined ? EXIT.usage : problemExitCode(problem),
    `${message}${known}`,
  );
}

interface FoundCandidate extends Candidate {
  readonly host: SshHost;
  readonly account: string;
}

/** Several VMs match: lists what to type for each. The accounts are named where there are several. */
export function ambiguous(typed: string, candidates: readonly FoundCandidate[]): CommandError {
  const hasAccounts = new Set(candidates.map(({ host }) => host.accountId)).size > 1;
  const lines = candidates.map(({ host, vm, account }) => ({
    // An alias that is also a label names no VM alone.
    name: host.alias === typed ? host.vmId : host.alias,
    details: [
      ...(vm === null ? [] : [vmName(vm), vm.status, messages.status.gpu(vm.gpuCount, vm.gpuType)]),
      ...(hasAccounts ? [account] : []),
    ],
  }));
  return new CommandError(EXIT.usage, messages.ssh.ambiguous(typed, lines));
}
