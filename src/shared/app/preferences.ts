export const THEMES = ['system', 'light', 'dark'] as const;
export const TRAY_TONES = ['auto', 'light', 'dark'] as const;
/** Shells of Windows. */
export const SHELLS = ['powershell', 'cmd'] as const;
/** What a copied command is quoted for where the computer runs Windows. */
export type Shell = (typeof SHELLS)[number];
/** Seconds between polls while nothing changes and the panel is closed. */
export const IDLE_SECONDS = [30, 60, 120] as const;

/** What the user may set. Changed one by one; each falls back to its default alone. */
export interface Preferences {
  /**
   * Alert when the hourly rate of all accounts passes this, $/h. `notAsked`: the question of the first sign-in is still
   * open; null: answered with no.
   */
  readonly rateThreshold: number | null | 'notAsked';
  readonly notifyStatusChanges: boolean;
  readonly idleSeconds: (typeof IDLE_SECONDS)[number];
  /** A notification once ssh answers on a VM that has just turned running. */
  readonly notifyReady: boolean;
  /** The id of a terminal, `auto` for the first that is found, `own` for the user's own command. */
  readonly terminal: string;
  /** The user's own, with `{command}` where ssh and its arguments go. */
  readonly terminalCommand: string | null;
  /** Windows: what copied commands are quoted for. Elsewhere every shell quotes as POSIX has it. */
  readonly shell: Shell;
  /** Where an editor opens, such as `/home/ubuntu/project`; null: the home folder as far as it is known. */
  readonly remoteFolder: string | null;
  /** Shown before amounts, at most 4 characters; the service names no currency. */
  readonly currency: string;
  readonly theme: (typeof THEMES)[number];
  /** Linux: the icon for a dark or a light panel, which no program is told. */
  readonly trayTone: (typeof TRAY_TONES)[number];
  readonly hideAmounts: boolean;
  readonly autostart: boolean;
}

/** Until the user says otherwise; the settings file holds only what they changed. */
export const DEFAULT_PREFERENCES: Preferences = {
  rateThreshold: 'notAsked',
  notifyStatusChanges: true,
  idleSeconds: 30,
  notifyReady: true,
  terminal: 'auto',
  terminalCommand: null,
  shell: 'powershell',
  remoteFolder: null,
  currency: '$',
  theme: 'system',
  trayTone: 'auto',
  hideAmounts: false,
  autostart: false,
};
