import { spawnSync } from 'node:child_process';
import { accessSync, constants, existsSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { chromium } from '@playwright/test';

/** Something of the system that the tests use, and the Debian package that brings it. */
export interface Requirement {
  readonly name: string;
  readonly debian: string;
  readonly isThere: () => boolean;
}

export function program(name: string, debian: string): Requirement {
  const isThere = () =>
    (process.env['PATH'] ?? '').split(delimiter).some((folder) => isExecutable(join(folder, name)));
  return { name, debian, isThere };
}

function isExecutable(path: string): boolean {
  try {
    accessSync(path, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}

function library(name: string, debian: string): Requirement {
  const isThere = () => {
    const { stdout } = spawnSync('/sbin/ldconfig', ['-p'], { encoding: 'utf8' });
    return typeof stdout === 'string' && stdout.includes(name);
  };
  return { name, debian, isThere };
}

/** Debian's Chromium, or the one that `npx playwright install chromium` has brought. */
const browser: Requirement = {
  ...program('chromium', 'chromium'),
  isThere: () =>
    program('chromium', 'chromium').isThere() || isExecutable(chromium.executablePath()),
};

/** sshd is not for users: on Debian their PATH has no sbin. */
const sshd: Requirement = {
  ...program('sshd', 'openssh-server'),
  isThere: () => isExecutable('/usr/sbin/sshd'),
};

const font = '/usr/share/fonts/truetype/dejavu/DejaVuSansMono.ttf';

/** Every terminal of ours that Debian packages, an X display and a Wayland one within it, and a font for them to draw with. */
const TERMINALS: readonly Requirement[] = [
  program('Xvfb', 'xvfb'),
  program('weston', 'weston'),
  { name: 'DejaVu Sans Mono', debian: 'fonts-dejavu-core', isThere: () => existsSync(font) },
  program('xterm', 'xterm'),
  program('xfce4-terminal', 'xfce4-terminal'),
  program('konsole', 'konsole'),
  program('kitty', 'kitty'),
  program('alacritty', 'alacritty'),
  program('foot', 'foot'),
  program('gnome-terminal', 'gnome-terminal'),
  program('kgx', 'gnome-console'),
];

/** What the suites need on Linux. Real keyrings on a private bus, real certificates, real SSH servers, real terminals. */
const LINUX: readonly Requirement[] = [
  program('gnome-keyring-daemon', 'gnome-keyring'),
  program('dbus-daemon', 'dbus-daemon'),
  program('dbus-send', 'dbus-bin'),
  program('gdbus', 'libglib2.0-bin'),
  program('secret-tool', 'libsecret-tools'),
  library('libsecret-1.so.0', 'libsecret-1-0'),
  browser,
  program('ssh', 'openssh-client'),
  program('ssh-keygen', 'openssh-client'),
  program('ssh-keyscan', 'openssh-client'),
  sshd,
  ...TERMINALS,
];

/** What of it is not there. */
export function missing(): readonly Requirement[] {
  return process.platform === 'linux' ? LINUX.filter(({ isThere }) => !isThere()) : [];
}

/** The Debian packages that bring what is missing, each once. */
export function debianPackages(requirements: readonly Requirement[]): readonly string[] {
  return [...new Set(requirements.map(({ debian }) => debian))];
}
