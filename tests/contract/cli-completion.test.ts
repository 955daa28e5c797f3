import { execFile } from 'node:child_process';
import { chmod, mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { expect, test } from 'vitest';
import { SCRIPTS } from '../../src/cli/completion.ts';
import { temporaryFolder } from '../../src/core/files/testing/temporary-folder.ts';
import { userDataFolder } from '../../src/core/settings/index.ts';
import { hostRecordsText } from '../../src/core/ssh/host.ts';
import { makeHost } from '../../src/core/ssh/testing/make-host.ts';

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

const MAIN = fileURLToPath(new URL('../../src/cli/main.ts', import.meta.url));

/** The words that a shell offers for a command line. */
async function completed(shell: (typeof SHELLS)[number], ...line: readonly string[]) {
  const folder = await temporaryFolder();
  const program = join(folder, 'gpu-tray');
  await writeFile(program, `#!/bin/sh\nexec ${process.execPath} ${MAIN} "$@"\n`);
  await chmod(program, 0o755);
  const script = join(folder, 'script');
  await writeFile(join(folder, 'mine.json'), '');
  await writeFile(script, SCRIPTS[shell]);
  const ssh = join(userDataFolder(process.platform, {}, folder), 'ssh');
  await mkdir(ssh, { recursive: true });
  const hosts = ['a', 'b'].map((vmId) => makeHost({ vmId, alias: `gpu-${vmId}` }));
  await writeFile(join(ssh, 'hosts.json'), hostRecordsText(hosts));
  const path = `${folder}:${process.env['PATH']}`;
  const env = { ...process.env, HOME: folder, XDG_CONFIG_HOME: '', PATH: path };
  const shared = { env, encoding: 'utf8', cwd: folder } as const;
  const inner = shell === 'fish' ? [] : ['-'];
  const { stdout } = await run(shell, ['-c', ASK[shell], ...inner, script, ...line], shared);
  return stdout
    .split('\n')
    .filter((word) => word !== '')
    .toSorted();
}

test.each(SHELLS)('%s completes commands, options, shells, aliases and files', async (shell) => {
  expect(await completed(shell, 'gpu-tray', 'stat')).toEqual(['status']);
  expect(await completed(shell, 'gpu-tray', 'offers', '--m')).toEqual([
    '--max-price',
    '--min-gpus',
    '--min-vram',
  ]);
  expect(await completed(shell, 'gpu-tray', 'logout', '--')).toEqual(['--help', '--verbose']);
  expect(await completed(shell, 'gpu-tray', 'completion', 'f')).toEqual(['fish']);
  expect(await completed(shell, 'gpu-tray', 'ssh', 'gpu')).toEqual(['gpu-a', 'gpu-b']);
  for (const before of [
    ['profile', '--set'],
    ['profile', '--check'],
    ['stop', 'gpu-a', '--profile'],
  ])
    expect(await completed(shell, 'gpu-tray', ...before, 'mi')).toEqual(['mine.json']);
});
