export const THEMES = ['system', 'light', 'dark'] as const;
export const TRAY_TONES = ['auto', 'light', 'dark'] as const;
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
  /** Null leaves it to ssh: the service documents neither. */
  readonly sshUser: string | null;
  readonly sshPort: number | null;
  /** Shown before amounts, at most 4 characters; the service names no currency. */
  readonly currency: string;
  readonly theme: (typeof THEMES)[number];
  /** Linux: the icon for a dark or a light panel, which no program is told. */
  readonly trayTone: (typeof TRAY_TONES)[number];
  readonly hideAmounts: boolean;
  readonly autostart: boolean;
}

export const DEFAULT_PREFERENCES: Preferences = {
  rateThreshold: 'notAsked',
  notifyStatusChanges: true,
  idleSeconds: 30,
  sshUser: null,
  sshPort: null,
  currency: '$',
  theme: 'system',
  trayTone: 'auto',
  hideAmounts: false,
  autostart: false,
};
