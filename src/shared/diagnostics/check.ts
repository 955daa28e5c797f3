/** In the order in which the checks are shown. */
export const CHECK_TITLES = {
  keychain: 'Keychain',
  network: 'Network',
  service: 'Service',
  certificate: 'Certificate',
  clock: 'Clock',
  scopes: 'Permissions',
  ssh: 'SSH',
  acting: 'Background',
  tray: 'Tray icon',
  notifications: 'Notifications',
  autostart: 'Start at login',
  updates: 'Updates',
} as const;

export type CheckId = keyof typeof CHECK_TITLES;

export const CHECK_IDS = Object.keys(CHECK_TITLES) as CheckId[];

/** `unknown`: the check could not be made; `notApplicable`: there is nothing to check here. */
export const CHECK_STATES = ['ok', 'warning', 'failed', 'unknown', 'notApplicable'] as const;

export type CheckState = (typeof CHECK_STATES)[number];

export interface Check {
  readonly id: CheckId;
  /** Host of the service or label of the account, where there are several; otherwise null. */
  readonly subject: string | null;
  readonly state: CheckState;
  readonly detail: string;
  /** Never null for a failed check. */
  readonly nextStep: string | null;
}
