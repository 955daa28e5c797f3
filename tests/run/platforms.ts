import { globSync, readFileSync } from 'node:fs';
import { resolve } from 'node:path';

const PROJECT = resolve(import.meta.dirname, '../..');

/** Suites and files that not every system can run. */
export interface LeftOut {
  /** Projects of vitest. */
  readonly projects: readonly string[];
  /** Test files of the other projects. */
  readonly files: readonly string[];
  /** Why, for people; null: nothing is left out. */
  readonly reason: string | null;
}

/** Real keyrings on a bus of their own, a real sshd, real terminals on an X display: what a Linux desktop is made of. */
const LINUX_PROJECTS = ['keyring', 'ssh', 'terminals', 'contract'] as const;

/** End what they have started with signals, of which Windows has none. */
const SIGNAL_PROJECTS = ['browser-host', 'scripts'] as const;

/** Test files below src that put scripts of `sh` in the place of ssh and of terminals, by what they say themselves. */
function shFiles(): readonly string[] {
  return globSync('src/**/*.test.ts', { cwd: PROJECT })
    .filter((path) => readFileSync(resolve(PROJECT, path), 'utf8').includes('#!/bin/sh'))
    .map((path) => path.replaceAll('\\', '/'))
    .toSorted();
}

const LINUX_REASON = `${LINUX_PROJECTS.join(', ')} need a Linux desktop`;

/** What does not run on a system, and why. */
export function leftOut(platform: NodeJS.Platform): LeftOut {
  if (platform === 'linux') return { projects: [], files: [], reason: null };
  if (platform !== 'win32') return { projects: LINUX_PROJECTS, files: [], reason: LINUX_REASON };
  const files = shFiles();
  return {
    projects: [...LINUX_PROJECTS, ...SIGNAL_PROJECTS],
    files,
    reason: `${LINUX_REASON}, ${SIGNAL_PROJECTS.join(' and ')} signals, ${files.join(', ')} sh`,
  };
}
