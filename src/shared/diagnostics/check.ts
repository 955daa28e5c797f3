/** What is checked, in the order in which it is shown. */
export const CHECK_IDS = [
  'keychain',
  'network',
  'service',
  'certificate',
  'clock',
  'scopes',
  'ssh',
  'tray',
  'notifications',
  'autostart',
  'updates',
] as const;

/** Names a check in the output of `gpu-tray doctor --json`. */
export type CheckId = (typeof CHECK_IDS)[number];

/** The results of a check. `unknown`: it could not be made; `notApplicable`: there is nothing to check here. */
export const CHECK_STATES = ['ok', 'warning', 'failed', 'unknown', 'notApplicable'] as const;

export type CheckState = (typeof CHECK_STATES)[number];

/** One check of this computer, a service or an account, as text for people. */
export interface Check {
  readonly id: CheckId;
  /** The service's host or the account's label, where there is more than one; otherwise null. */
  readonly subject: string | null;
  readonly state: CheckState;
  /** What was found, in one or two sentences. */
  readonly detail: string;
  /** What to do; never null for a failed check. */
  readonly nextStep: string | null;
}

/** The label of each check. */
export const CHECK_TITLES: Readonly<Record<CheckId, string>> = {
  keychain: 'Keychain',
  network: 'Network',
  service: 'Service',
  certificate: 'Certificate',
  clock: 'Clock',
  scopes: 'Permissions',
  ssh: 'SSH',
  tray: 'Tray icon',
  notifications: 'Notifications',
  autostart: 'Start at login',
  updates: 'Updates',
};
