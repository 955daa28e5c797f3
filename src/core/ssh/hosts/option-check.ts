import { sshOptionProblem } from '../../../shared/domain/index.ts';
import type { Log } from '../../log.ts';
import type { BoundedRun } from '../../run-with-timeout.ts';
import type { FindSshTools } from '../tools/index.ts';

/**
 * Asks ssh itself whether it takes an option, once for each: a keyword or a value it does not know, in any file it reads, makes
 * it refuse every host. Where ssh is not there or does not answer in time, an option is taken for a good one.
 */
export function createOptionCheck(tools: FindSshTools, run: BoundedRun, log: Log) {
  const verdicts = new Map<string, boolean>();

  async function isTaken(ssh: string, option: string): Promise<boolean> {
    const outcome = await run(ssh, ['-F', 'none', '-G', '-o', option, '--', 'gpu-tray-check']);
    if (outcome.state === 'failed') log.warn('ssh.option.refused');
    return outcome.state !== 'failed';
  }

  return {
    /** Asks for those not asked for yet; what `sshOptionProblem` finds fault with never gets near ssh. */
    async learn(options: Iterable<string>): Promise<void> {
      const { ssh } = tools();
      if (ssh === null) return;
      for (const option of new Set(options)) {
        if (verdicts.has(option) || sshOptionProblem(option) !== null) continue;
        verdicts.set(option, await isTaken(ssh, option));
      }
    },
    isOption: (option: string) => verdicts.get(option) ?? true,
  };
}
