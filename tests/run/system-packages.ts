import { spawnSync } from 'node:child_process';
import { debianPackages, missing, program } from './requirements.ts';

function run(command: string, args: readonly string[]): boolean {
  console.log(`$ ${[command, ...args].join(' ')}`);
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' };
  return spawnSync(command, args, { stdio: ['ignore', 'inherit', 'inherit'], env }).status === 0;
}

/**
 * Makes sure that what the suites need of the system is there. As root on Debian it is installed; otherwise it is named with
 * the command that installs it, and nothing runs: a suite that quietly leaves out its keyring proves nothing.
 */
export function ensureSystemPackages(): boolean {
  const needed = missing();
  if (needed.length === 0) return true;
  const names = needed.map(({ name }) => name).join(', ');
  const packages = debianPackages(needed);
  const isRoot = process.getuid?.() === 0;
  if (isRoot && program('apt-get', 'apt').isThere()) {
    console.log(`Missing on this system: ${names}. Installing ${packages.join(' ')}.`);
    const install = ['install', '-y', '-q', '--no-install-recommends', ...packages];
    if (run('apt-get', ['update', '-q']) && run('apt-get', install) && missing().length === 0)
      return true;
  }
  console.error(
    `Missing on this system: ${
      missing()
        .map(({ name }) => name)
        .join(', ') || names
    }.`,
  );
  console.error(`On Debian: sudo apt-get install ${packages.join(' ')}`);
  return false;
}
