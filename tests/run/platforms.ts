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
const SIGNAL_PROJECTS = ['browser-host', 'demo'] as const;

/** Put scripts of `sh` in the place of ssh and of terminals. */
export const SH_FILES: readonly string[] = [
  'src/cli/ssh/log-in.test.ts',
  'src/cli/ssh/run-ssh.test.ts',
  'src/core/app/ssh/launcher.test.ts',
  'src/core/ssh/terminals/open-terminal.test.ts',
];

const LINUX_REASON = `${LINUX_PROJECTS.join(', ')} need a Linux desktop`;

/** What does not run on a system, and why. */
export function leftOut(platform: NodeJS.Platform): LeftOut {
  if (platform === 'linux') return { projects: [], files: [], reason: null };
  if (platform !== 'win32') return { projects: LINUX_PROJECTS, files: [], reason: LINUX_REASON };
  return {
    projects: [...LINUX_PROJECTS, ...SIGNAL_PROJECTS],
    files: SH_FILES,
    reason: `${LINUX_REASON}, ${SIGNAL_PROJECTS.join(' and ')} signals, ${SH_FILES.join(', ')} sh`,
  };
}
