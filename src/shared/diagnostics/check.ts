import type { RequestOutput } from '../ipc/index.ts';

export const CHECK_IDS = [
  'keychain',
  'network',
  'service',
  'certificate',
  'clock',
  'scopes',
  'ssh',
  'acting',
  'tray',
  'notifications',
  'autostart',
  'updates',
] as const;

export type CheckId = (typeof CHECK_IDS)[number];

/** `unknown`: the check could not be made; `notApplicable`: there is nothing to check here. */
export const CHECK_STATES = ['ok', 'warning', 'failed', 'unknown', 'notApplicable'] as const;

export type CheckState = (typeof CHECK_STATES)[number];

export type Check = RequestOutput<'diagnose'>[number];

export const CHECK_TITLES: Readonly<Record<CheckId, string>> = {
  keychain: 'Keychain',
  network: 'Network',
  service: 'Service',
  certificate: 'Certificate',
  clock: 'Clock',
  scopes: 'Permissions',
  ssh: 'SSH',
  acting: 'Acts here',
  tray: 'Tray icon',
  notifications: 'Notifications',
  autostart: 'Start at login',
  updates: 'Updates',
};
