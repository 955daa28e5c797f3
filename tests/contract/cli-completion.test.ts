import { execFile } from 'node:child_process';
import { chmod, mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { expect, test } from 'vitest';
import { SCRIPTS } from '../../src/cli/completion.ts';
import { temporaryFolder } from '../../src/core/files/testing/temporary-folder.ts';
import { userDataFolder } from '../../src/core/settings/index.ts';
import { hostRecordsText } from '../../src/core/ssh/host.ts';
import { makeHost } from '../../src/core/ssh/testing/make-host.ts';
import { MAIN, NODE, runInProcess } from './command-line.ts';

const run = promisify(execFile);

/** How each shell says what it would complete. The script is $1, the words typed so far follow. */
const ASK = {
  bash: `. "$1"; shift; COMP_WORDS=("$@"); COMP_CWORD=$(($# - 1)); _gpu_tray
         [ -n "$COMPREPLY" ] || COMPREPLY=($(compgen -f -- "\${@: -1}"))
         printf '%s\\n' "\${COMPREPLY[@]}"`,
  // Completion itself needs a terminal. zsh filters the words by what was typed.
  zsh: `compdef() {}; _files() { print -l -- $words[CURRENT]*(.) }; compadd() { shift; print -l -- \${(M)@:#\${words[CURRENT]}*} }
        source "$1"; shift; words=("$@"); CURRENT=$#; _gpu_tray`,
  fish: 'source $argv[1]; complete -C "$argv[2..]"',
} as const;

const SHELLS = ['bash', 'zsh', 'fish'] as const;

/** A home with an empty file and the SSH files of two VMs, in which `gpu-tray` is on the path. */
async function home() {
  const folder = await temporaryFolder();
  await writeFile(join(folder, 'gpu-tray'), `#!/bin/sh\nexec ${NODE} ${MAIN} "$@"\n`);
  await chmod(join(folder, 'gpu-tray'), 0o755);
  await writeFile(join(folder, 'mine.json'), '');
  const ssh = join(userDataFolder(process.platform, {}, folder), 'ssh');
  await mkdir(ssh, { recursive: true });
  const hosts = ['a', 'b'].map((vmId) => makeHost({ vmId, alias: `gpu-${vmId}` }));
  await writeFile(join(ssh, 'hosts.json'), hostRecordsText(hosts));
  return { folder, env: { HOME: folder, XDG_CONFIG_HOME: '' } };
}

const FILES = ['profile --set mi', 'profile --check mi', 'stop gpu-a --profile mi'];

test.each<[line: string, words: readonly string[]]>([
  ['stat', ['status']],
  ['offers --m', ['--max-price', '--min-gpus', '--min-vram']],
  ['logout --', ['--help', '--verbose']],
  ['completion f', ['fish']],
  ['ssh gpu', ['gpu-a', 'gpu-b']],
  ...FILES.map((line): [string, []] => [line, []]),
])('the words that complete "%s"', async (line, words) => {
  const args = ['completion', 'words', '--', ...line.split(' ')];
  const { code, stdout } = await runInProcess(args, '', (await home()).env);
  expect([code, stdout.split('\n').filter(Boolean).toSorted()]).toEqual([0, words]);
});

test.each(SHELLS)('%s completes options, aliases and files', async (shell) => {
  const { folder, env } = await home();
  const script = join(folder, 'script');
  await writeFile(script, SCRIPTS[shell]);
  /** The words that the shell offers for a command line. */
  async function completed(line: string) {
    const inner = shell === 'fish' ? [] : ['-'];
    const args = ['-c', ASK[shell], ...inner, script, 'gpu-tray', ...line.split(' ')];
    const { stdout } = await run(shell, args, {
      env: { ...process.env, ...env, PATH: `${folder}:${process.env['PATH']}` },
      cwd: folder,
    });
    return stdout.split('\n').filter(Boolean).toSorted();
  }
  expect(await completed('offers --mi')).toEqual(['--min-gpus', '--min-vram']);
  expect(await completed('ssh gpu')).toEqual(['gpu-a', 'gpu-b']);
  // fish has a list of its own of what takes a file.
  for (const line of shell === 'fish' ? FILES : FILES.slice(0, 1))
    expect(await completed(line)).toEqual(['mine.json']);
});
