import {
  ALERT_RULES,
  type AlertRule,
  isRuleSetting,
  type RuleSetting,
  STATUS_RULES,
  type StatusRule,
} from '../alerts/alert-rules.ts';
import { isBoolean, isTextUpTo, isWhole, orNull } from '../has-shape.ts';
import {
  fromDrafts,
  isPreset,
  isPresetOrder,
  MAX_PRESETS,
  type Preset,
  type PresetOrder,
} from '../launch/preset.ts';
import { carriedOver, isPriceWatch, MAX_WATCHES, type PriceWatch } from '../offers/price-watch.ts';
import { isAccelerator } from './accelerator.ts';

interface Definition<Value> {
  readonly default: Value;
  readonly isValid: (value: unknown) => boolean;
  /** The valid part of a value in the settings file. */
  readonly read: (value: unknown) => unknown;
}

function define<Value>(initial: Value, isValid: (value: unknown) => boolean): Definition<Value> {
  return { default: initial, isValid, read: (value) => (isValid(value) ? value : initial) };
}

/** A list, read without its invalid entries. */
function listOf<Entry>(
  isEntry: (value: unknown) => boolean,
  max: number,
): Definition<readonly Entry[]> {
  return {
    default: [],
    isValid: (value) => Array.isArray(value) && value.length <= max && value.every(isEntry),
    read: (value) => (Array.isArray(value) ? value.filter(isEntry).slice(0, max) : []),
  };
}

const flag = (initial: boolean) => define(initial, isBoolean);

function choice<const Options extends readonly (string | number)[]>(
  options: Options,
  initial: Options[number],
) {
  const isValid = (value: unknown) => options.some((option) => option === value);
  return { ...define<Options[number]>(initial, isValid), options };
}

const isText = (value: unknown, pattern: RegExp) =>
  typeof value === 'string' && value === value.trim() && pattern.test(value);

const isNamePrefix = (value: unknown) => isText(value, /^[a-z0-9]{1,16}$/);

const MAX_MUTED = 500;
/** The muted VMs after muting one more, or one less. The oldest are dropped when there are too many. */
export function withMuted(
  mutedVms: readonly string[],
  key: string,
  isMuted: boolean,
): readonly string[] {
  const others = mutedVms.filter((other) => other !== key);
  return isMuted ? [...others, key].slice(-MAX_MUTED) : others;
}

const RULE_PREFERENCES = Object.fromEntries(
  Object.entries({ ...ALERT_RULES, ...STATUS_RULES }).map(([name, rule]) => [
    name,
    define<RuleSetting>(rule.initial, (value) => isRuleSetting(rule, value)),
  ]),
) as Record<AlertRule | StatusRule, Definition<RuleSetting>>;

/** Type, default, settings file and IPC contract follow from this table. Without zod, which stays out of the panel's first screen. */
export const PREFERENCES = {
  ...RULE_PREFERENCES,
  /** When short SSH names are offered: at the next copy while they are off, or not again. */
  offerShortNames: choice(['atCopy', 'never'], 'atCopy'),
  /** The beginning of short SSH names, before a hyphen. */
  namePrefix: define<string>('gpu', isNamePrefix),
  /** % of CPU and of RAM below which the rule `idle` calls a VM idle. */
  idlePercent: define<number>(10, isWhole(1, 99)),
  /** The `vmKey`s of VMs without alerts and notifications, oldest first. */
  mutedVms: listOf<string>(isTextUpTo(300, 0), MAX_MUTED),
  /** Notify when ssh answers on a VM that has just started. */
  notifyReady: flag(true),
  /** Notify before sleep, while the screen is locked and at the end of the session, and ask at quit, while VMs are billed. */
  remindOnLeaving: flag(true),
  priceWatches: listOf<PriceWatch>(isPriceWatch, MAX_WATCHES),
  /** Each with another name. */
  presets: listOf<Preset>(isPreset, MAX_PRESETS),
  /** The order that the panel sent last; null: none yet. */
  lastLaunch: define<PresetOrder | null>(null, orNull(isPresetOrder)),
  /** Seconds between polls while nothing changes and the panel is closed. */
  idleSeconds: choice([30, 60, 120], 30),
  /** The id of a terminal, `auto` for the first that is found, `own` for `terminalCommand`. */
  terminal: define<string>('auto', (value) => isText(value, /^[a-z0-9-]{1,32}$/)),
  /** A custom terminal command, with `{command}` in place of the SSH command. */
  terminalCommand: define<string | null>(
    null,
    (value) => value === null || isText(value, /^.{1,1000}$/su),
  ),
  /** Windows: the shell that copied commands are quoted for. Elsewhere they are quoted for POSIX shells. */
  shell: choice(['powershell', 'cmd'], 'powershell'),
  /** The folder an editor opens on a VM, absolute or in the home folder (`~/x`); null: the home folder. */
  remoteFolder: define<string | null>(
    null,
    (value) => value === null || isText(value, /^(?=[/~])[^\p{Cc}\p{Cf}\p{Zl}\p{Zp}"]{1,1024}$/u),
  ),
  theme: choice(['system', 'light', 'dark'], 'system'),
  hideAmounts: flag(false),
  autostart: flag(false),
  /** Automatically; a policy file can forbid it altogether. */
  checkForUpdates: flag(true),
  /** Opens and closes the panel from any program, in Electron's notation; null: none. */
  shortcut: define<string | null>(null, orNull(isAccelerator)),
};

export type PreferenceName = keyof typeof PREFERENCES;
export type Preferences = {
  readonly [Name in PreferenceName]: (typeof PREFERENCES)[Name]['default'];
};

export interface PreferencesSlice {
  readonly preferences: Preferences;
}

export type Shell = Preferences['shell'];

export type PreferencesChange = {
  readonly [Name in PreferenceName]?: Preferences[Name] | undefined;
};

const DEFINITIONS = Object.entries<Definition<unknown>>(PREFERENCES);

function migrated(values: Readonly<Record<string, unknown>>): Readonly<Record<string, unknown>> {
  const { priceWatches } = values;
  return {
    ...fromDrafts(values),
    ...values,
    ...(Array.isArray(priceWatches) ? { priceWatches: priceWatches.map(carriedOver) } : {}),
  };
}

/** The preferences of a settings file: each valid value, and the default for anything else. */
export function preferencesFrom(stored: Readonly<Record<string, unknown>>): Preferences {
  const values = migrated(stored);
  return Object.fromEntries(
    DEFINITIONS.map(([name, { read }]) => [name, read(values[name])]),
  ) as Preferences;
}

export function isPreferencesChange(change: unknown): boolean {
  if (typeof change !== 'object' || change === null) return false;
  const definitions = new Map(DEFINITIONS);
  return Object.entries(change).every(([name, value]) => {
    const definition = definitions.get(name);
    return definition !== undefined && (value === undefined || definition.isValid(value));
  });
}

export const DEFAULT_PREFERENCES = preferencesFrom({});

/** A user name that ssh takes and no shell or config file misreads. */
export function isSshUser(text: string): boolean {
  return /^[A-Za-z_][A-Za-z0-9_.-]{0,31}$/.test(text);
}

/** Whether a path is safe as a key file in ssh_config(5). @param path trimmed */
export function isKeyFile(path: string): boolean {
  return (
    path.length <= 1_024 &&
    !path.startsWith('-') &&
    // They end a line or a quoted word, or hide what follows.
    !/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}"]/u.test(path) &&
    // ssh expands it, and has no escape for it.
    !path.includes('${') &&
    // Fedora's and RHEL's ssh load the library that such an identity names (RFC 7512).
    !/^pkcs11:/i.test(path)
  );
}
