import type { SshHost } from '../../core/ssh/index.ts';
import type { Problem } from '../../shared/domain/index.ts';
import { printable } from '../../shared/format/index.ts';
import { CommandError, problemExitCode } from '../command-error.ts';
import { EXIT } from '../exit-code.ts';
import { knownAliases } from './known-aliases.ts';

/** What is known around an alias that nothing goes by. */
export interface Surroundings {
  /** All there are now. */
  readonly hosts: readonly SshHost[];
  /** Who had that alias until now. */
  readonly former: Pick<SshHost, 'accountId' | 'vmId'> | null;
  /** Why accounts could not be asked: the VM may be among theirs. */
  readonly problems: readonly Problem[];
}

function sentenceFor(alias: string, { hosts, former }: Surroundings): string {
  const name = `"${printable(alias)}"`;
  if (former === null) return `No VM is called ${name}.`;
  const now = hosts.find(
    ({ accountId, vmId }) => accountId === former.accountId && vmId === former.vmId,
  );
  return now === undefined
    ? `The VM that was called ${name} is gone.`
    : `The VM that was called ${name} has been renamed: it is ${now.alias} now.`;
}

/** Where nothing goes by that alias, or not any more. */
export function noSuchAlias(alias: string, surroundings: Surroundings): CommandError {
  const { hosts, problems } = surroundings;
  const [problem] = problems;
  return new CommandError(
    problem === undefined ? EXIT.usage : problemExitCode(problem),
    `${sentenceFor(alias, surroundings)} ${knownAliases(alias, hosts)}`,
  );
}
