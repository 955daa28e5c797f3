import type { BoundedRun } from '../../run-with-timeout.ts';
import type { FindSshTools } from './find-tools.ts';

/** What ssh would do for a name, as `ssh -G` prints it: lower-case keywords; several values of one stand on a line each. */
export type SshAnswer = ReadonlyMap<string, string>;

/**
 * Asks what ssh would do, without connecting; null when it cannot be asked or its configuration is broken. After `late` the
 * next question is likely to be late as well: a `Match exec` or a name server of the user's hangs.
 */
export type AskSsh = (alias: string) => Promise<SshAnswer | 'late' | null>;

function readAnswer(stdout: string): SshAnswer {
  const answer = new Map<string, string>();
  for (const line of stdout.split(/\r?\n/)) {
    const [, keyword = '', value = ''] = /^(\S+) (.*)$/.exec(line) ?? [];
    const before = answer.get(keyword);
    if (keyword !== '') answer.set(keyword, before === undefined ? value : `${before}\n${value}`);
  }
  return answer;
}

/**
 * @param run with a deadline: a `Match exec` or a name server of the user's may hang
 * @param configArguments `configArguments(homes)`
 */
export function askSsh(
  tools: FindSshTools,
  run: BoundedRun,
  configArguments: readonly string[],
): AskSsh {
  return async (alias) => {
    const { ssh } = tools();
    if (ssh === null) return null;
    const outcome = await run(ssh, [...configArguments, '-G', '--', alias]);
    if (outcome.state === 'late') return 'late';
    return outcome.state === 'done' ? readAnswer(outcome.stdout) : null;
  };
}
