import type { Clock } from '../../clock.ts';
import type { Log } from '../../log.ts';
import type { Settings, SettingsFile } from '../../settings/index.ts';
import type { Deliver } from './deliver.ts';
import type { StateStore } from './state-store.ts';

/** The parts take what they need of it. */
export interface PartPorts {
  readonly store: StateStore;
  readonly settings: SettingsFile;
  /** The settings as the last run left them. */
  readonly loaded: Settings;
  readonly settingsChanged: (settings: Settings) => void;
  readonly deliver: Deliver;
  readonly clock: Clock;
  readonly log: Log;
  /** Uniform in [0, 1). */
  readonly random: () => number;
}
