import type { SshHost } from '../../core/ssh/index.ts';
import {
  mayAnswerLogin,
  type Problem,
  type Vm,
  vmName,
  vmPhase,
} from '../../shared/domain/index.ts';
import { CommandError, EXIT, problemExitCode } from '../errors.ts';
import * as messages from '../messages.ts';

/** An unknown status is left to ssh. @throws CommandError when the VM does not run */
export function requireRunning(vm: Vm): void {
  if (mayAnswerLogin(vm.status)) return;
  const isStarting = vmPhase(vm.status) === 'changing' && vm.status !== 'stopping';
  const message = isStarting ? messages.ssh.starting : messages.ssh.notRunning;
  throw new CommandError(EXIT.stale, message(vmName(vm), vm.status));
}

/** @param vm null when the service did not answer */
export function noAddress({ alias }: SshHost, vm: Vm | null): CommandError {
  const hasNone = vm === null || vm.ipAddress === null;
  const message = hasNone ? messages.ssh.noAddress : messages.ssh.invalidAddress;
  return new CommandError(EXIT.stale, message(alias));
}

/** All aliases in order, those that contain the given one first. */
export function likelyFirst(given: string, hosts: readonly Pick<SshHost, 'alias'>[]): string[] {
  const bare = (alias: string) => alias.replace(/^gpu-/, '');
  const isLike = (alias: string) => bare(given) !== '' && bare(alias).includes(bare(given));
  const all = hosts.map(({ alias }) => alias).toSorted();
  return [...all.filter(isLike), ...all.filter((alias) => !isLike(alias))];
}

/** What is known when no VM has the given alias. */
export interface AliasSearch {
  /** All current hosts. */
  readonly hosts: readonly SshHost[];
  /** The VM that had the alias until now. */
  readonly former: Pick<SshHost, 'accountId' | 'vmId'> | null;
  /** Of accounts that could not be listed; the VM may be in one of them. */
  readonly problems: readonly Problem[];
}

export function noSuchAlias(alias: string, { hosts, former, problems }: AliasSearch): CommandError {
  const renamed = hosts.find(
    ({ accountId, vmId }) => accountId === former?.accountId && vmId === former.vmId,
  );
  const message =
    renamed !== undefined
      ? messages.ssh.renamed(alias, renamed.alias)
      : (former === null ? messages.ssh.noSuchAlias : messages.ssh.gone)(alias);
  const [problem] = problems;
  return new CommandError(
    problem === undefined ? EXIT.usage : problemExitCode(problem),
    `${message} ${messages.ssh.aliases(likelyFirst(alias, hosts))}`,
  );
}
