import { win32 } from 'node:path';
import { printable } from '../../../shared/format/index.ts';
import { type ChildOptions, type RunOutcome, runChild } from '../../run-with-timeout.ts';
import { type ProgramSearch, pathFolders, programIn, variable } from '../launch/find-program.ts';

/** Runs ssh; `absent`: not installed. Never rejects. */
export type RunSsh = (
  args: readonly string[],
  options: Omit<ChildOptions, 'env'>,
) => Promise<RunOutcome>;

/** Searched too, since a desktop may start programs with a short PATH. */
const USUAL_FOLDERS = ['/usr/bin', '/bin', '/usr/local/bin', '/opt/homebrew/bin'];

/** The full path of ssh; null: not installed. */
export function findSsh(search: ProgramSearch): string | null {
  const onPath = pathFolders(search);
  if (search.platform !== 'win32') return programIn([...onPath, ...USUAL_FOLDERS], 'ssh', search);
  const system = variable(search, 'SystemRoot') ?? 'C:\\Windows';
  // Before Git's ssh, which looks for its config elsewhere when HOME is set.
  return programIn([win32.join(system, 'System32', 'OpenSSH'), ...onPath], 'ssh.exe', search);
}

/** Searches on each call, so that OpenSSH can be installed while the app runs. */
export function sshRunner(search: ProgramSearch): RunSsh {
  // No graphical prompts.
  const env = { ...search.env, SSH_ASKPASS_REQUIRE: 'never' };
  return async (args, options) => {
    const path = findSsh(search);
    return path === null ? { state: 'absent' } : runChild(path, args, { ...options, env });
  };
}

/** By lower-case keyword; the values of a repeated one are joined by line ends. */
export type SshSettings = ReadonlyMap<string, string>;

/** The settings that ssh prints for a name (`ssh -G`), without a connection, or why there are none. @param address in place of `HostName` */
export type AskSsh = (name: string, address?: string) => Promise<SshSettings | string>;

function settingsIn(output: string): SshSettings {
  const settings = new Map<string, string>();
  for (const line of output.split(/\r?\n/)) {
    const [, keyword = '', value = ''] = /^(\S+) ?(.*)$/.exec(line) ?? [];
    const before = settings.get(keyword);
    if (keyword !== '') settings.set(keyword, before === undefined ? value : `${before}\n${value}`);
  }
  return settings;
}

/** ms: a `Match exec` or a name server of the user's may hang. */
const TIMEOUT_MS = 5_000;

export function createAskSsh(run: RunSsh, configArguments: () => readonly string[]): AskSsh {
  return async (name, address) => {
    const hostName = address === undefined ? [] : ['-o', `HostName=${address}`];
    const args = [...configArguments(), ...hostName, '-G', '--', name];
    const outcome = await run(args, { timeoutMs: TIMEOUT_MS });
    if (outcome.state === 'done') return settingsIn(outcome.stdout);
    if (outcome.state !== 'failed') return 'ssh is missing or timed out';
    return printable(outcome.stderr.trim().split('\n')[0] ?? '').slice(0, 300);
  };
}
