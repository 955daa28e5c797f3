import { spawnSync } from 'node:child_process';
import { program } from './requirements.ts';

function run(command: string, args: readonly string[]): boolean {
  console.log(`$ ${[command, ...args].join(' ')}`);
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' };
  return spawnSync(command, args, { stdio: ['ignore', 'inherit', 'inherit'], env }).status === 0;
}

/** Installs Debian packages as root; otherwise prints the command that does. */
export function installPackages(packages: readonly string[]): void {
  const isRoot = process.getuid?.() === 0;
  if (isRoot && program('apt-get', 'apt').isInstalled()) {
    const install = ['install', '-y', '-q', '--no-install-recommends', ...packages];
    if (run('apt-get', ['update', '-q']) && run('apt-get', install)) return;
  }
  console.error(`To run every suite: sudo apt-get install ${packages.join(' ')}`);
}
