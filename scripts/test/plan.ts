import { globSync, readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { electronBinary } from '../electron.ts';
import {
  BROWSER,
  debianPackages,
  KEYRING,
  type Requirement,
  SHELLS,
  SSH,
  TERMINALS,
  VM_PROGRAMS,
} from './requirements.ts';

/** Tests that not every system can run. */
interface Suite {
  readonly folder: string;
  readonly platforms: readonly NodeJS.Platform[];
  /** Missing on other platforms. */
  readonly needs: string;
  /** Packages on Linux; other systems bring their own, or Playwright brings them. */
  readonly requirements: readonly Requirement[];
}

const LINUX = ['linux'] as const;
const UNIX = ['linux', 'darwin'] as const;
const ALL = ['linux', 'darwin', 'win32'] as const;

const SUITES: readonly Suite[] = [
  { folder: 'tests/keyring', platforms: LINUX, needs: 'a Linux keyring', requirements: KEYRING },
  {
    folder: 'tests/ssh',
    platforms: LINUX,
    needs: 'a Linux SSH server',
    requirements: [...SSH, ...VM_PROGRAMS],
  },
  {
    folder: 'tests/terminals',
    platforms: LINUX,
    needs: 'Linux terminals',
    requirements: TERMINALS,
  },
  { folder: 'tests/tray-host', platforms: LINUX, needs: 'a session bus', requirements: KEYRING },
  {
    folder: 'tests/contract',
    platforms: LINUX,
    needs: 'a Linux keyring and SSH server',
    requirements: [...KEYRING, ...SSH, ...SHELLS],
  },
  { folder: 'tests/browser-host', platforms: UNIX, needs: 'POSIX signals', requirements: BROWSER },
  { folder: 'scripts', platforms: UNIX, needs: 'POSIX signals', requirements: [] },
  { folder: 'tests/renderer', platforms: ALL, needs: 'a browser', requirements: BROWSER },
  {
    folder: 'tests/e2e',
    // The browser host needs POSIX signals.
    platforms: electronBinary() === null ? UNIX : ALL,
    needs: 'Electron',
    requirements: [...BROWSER, ...KEYRING],
  },
];

const PROJECT = resolve(import.meta.dirname, '../..');

/** Unit tests that put shell scripts in place of ssh or a terminal, which Windows cannot run. */
export function shellScriptTests(platform: NodeJS.Platform): readonly string[] {
  if (platform !== 'win32') return [];
  return globSync('src/**/*.test.ts', { cwd: PROJECT })
    .filter((path) => readFileSync(resolve(PROJECT, path), 'utf8').includes('#!/bin/sh'))
    .map((path) => path.replaceAll('\\', '/'))
    .toSorted();
}

export interface LeftOut {
  /** A folder of tests, or a test file. */
  readonly path: string;
  readonly reason: string;
}

export interface Plan {
  readonly leftOut: readonly LeftOut[];
  /** Debian packages to install for the suites that could run on this system. */
  readonly packages: readonly string[];
}

/** Suites that this system can run. `isInstalled` decides about requirements on Linux. */
export function planTests(
  platform: NodeJS.Platform,
  isInstalled: (requirement: Requirement) => boolean = (each) => each.isInstalled(),
): Plan {
  const plans = SUITES.map(({ folder, platforms, needs, requirements }) => {
    if (!platforms.includes(platform))
      return { path: folder, reason: `needs ${needs}`, missing: [] };
    const missing = platform === 'linux' ? requirements.filter((each) => !isInstalled(each)) : [];
    const names = missing.map((each) => each.name).join(', ');
    return { path: folder, reason: names === '' ? null : `${names} not installed`, missing };
  });
  const folders = plans.flatMap(({ path, reason }) => (reason === null ? [] : [{ path, reason }]));
  const files = shellScriptTests(platform).map((path) => ({ path, reason: 'needs sh' }));
  return {
    leftOut: [...folders, ...files],
    packages: debianPackages(plans.flatMap(({ missing }) => missing)),
  };
}
