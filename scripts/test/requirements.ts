import { spawnSync } from 'node:child_process';
import { accessSync, constants, existsSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { chromium } from '@playwright/test';

/** A part of the system that tests use, and the Debian package it comes in. */
export interface Requirement {
  readonly name: string;
  readonly debian: string;
  readonly isInstalled: () => boolean;
}

function isExecutable(path: string): boolean {
  try {
    accessSync(path, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}

export function program(name: string, debian: string): Requirement {
  const isInstalled = () =>
    (process.env['PATH'] ?? '').split(delimiter).some((folder) => isExecutable(join(folder, name)));
  return { name, debian, isInstalled };
}

function library(name: string, debian: string): Requirement {
  const isInstalled = () => {
    const { stdout } = spawnSync('/sbin/ldconfig', ['-p'], { encoding: 'utf8' });
    return typeof stdout === 'string' && stdout.includes(name);
  };
  return { name, debian, isInstalled };
}

/** Programs in packages of their names. */
const packaged = (...names: readonly string[]) => names.map((name) => program(name, name));

/** Debian's Chromium, or the one from `npx playwright install chromium`. */
export const BROWSER: readonly Requirement[] = [
  {
    ...program('chromium-headless-shell', 'chromium-headless-shell'),
    isInstalled: () =>
      ['/usr/bin/chromium-headless-shell', '/usr/bin/chromium', chromium.executablePath()].some(
        isExecutable,
      ),
  },
];

/** A real keyring on a private bus. */
export const KEYRING: readonly Requirement[] = [
  program('gnome-keyring-daemon', 'gnome-keyring'),
  program('dbus-daemon', 'dbus-daemon'),
  program('dbus-send', 'dbus-bin'),
  program('secret-tool', 'libsecret-tools'),
  library('libsecret-1.so.0', 'libsecret-1-0'),
];

/** A real SSH server and client. */
export const SSH: readonly Requirement[] = [
  program('ssh', 'openssh-client'),
  program('ssh-keygen', 'openssh-client'),
  // On Debian an ordinary user's PATH has no sbin.
  { ...program('sshd', 'openssh-server'), isInstalled: () => isExecutable('/usr/sbin/sshd') },
];

/** Shells of VMs and the programs around the script that stops a VM from inside. */
export const VM_PROGRAMS = packaged('dash', 'busybox', 'curl', 'shellcheck');

/** The shells that complete `gpu-tray`. */
export const SHELLS = packaged('bash', 'zsh', 'fish');

/** Every supported terminal that Debian packages, an X display, a Wayland one inside it, and a font. */
export const TERMINALS: readonly Requirement[] = [
  program('Xvfb', 'xvfb'),
  {
    name: 'DejaVu Sans Mono',
    debian: 'fonts-dejavu-core',
    isInstalled: () => existsSync('/usr/share/fonts/truetype/dejavu/DejaVuSansMono.ttf'),
  },
  ...packaged('weston', 'xterm', 'xfce4-terminal', 'konsole', 'kitty', 'alacritty', 'foot'),
  program('gnome-terminal', 'gnome-terminal'),
  program('kgx', 'gnome-console'),
];

export function debianPackages(requirements: readonly Requirement[]): readonly string[] {
  return [...new Set(requirements.map(({ debian }) => debian))];
}

/** How to install missing requirements; null: none is missing. */
export function installHint(
  requirements: readonly Requirement[],
  isInstalled: (requirement: Requirement) => boolean = (each) => each.isInstalled(),
): string | null {
  const missing = requirements.filter((each) => !isInstalled(each));
  if (missing.length === 0) return null;
  const names = missing.map(({ name }) => name).join(', ');
  const packages = debianPackages(missing).join(' ');
  return `Not installed: ${names}
On Debian: sudo apt-get install ${packages}
Chromium elsewhere: npx playwright install chromium`;
}

/** Ends a script that lacks requirements, with how to install them. */
export function requireInstalled(requirements: readonly Requirement[]): void {
  const hint = installHint(requirements);
  if (hint === null) return;
  console.error(hint);
  process.exit(1);
}
