import { z } from 'zod';
import {
  ALERT_RULES,
  type AlertRule,
  MAX_LIMIT,
  type RuleDefinition,
  type RuleSetting,
  STATUS_RULES,
  type StatusRule,
} from '../alerts/alert-rules.ts';
import { formatNumber } from '../format/index.ts';
import { MAX_PRESETS } from '../launch/preset.ts';
import { fromDrafts, preset, presetOrder } from '../launch/preset-order.ts';
import { MAX_WATCHES } from '../offers/offer-filter.ts';
import { carriedOver, priceWatch } from '../offers/price-watch.ts';
import { isAccelerator } from './accelerator.ts';
import { IDLE_SECONDS, SHELLS, THEMES } from './preference-values.ts';
import { typedNumber, typedText } from './typed.ts';

interface Definition<Value> {
  readonly initial: Value;
  /** Built for a value that is stored or sent: building all of them takes 10 ms of a start. */
  readonly schema: () => z.ZodType<Value>;
  /** The valid part of a value in the settings file. */
  readonly read: (value: unknown) => Value;
}

const define = <Value>(
  initial: NoInfer<Value>,
  schema: () => z.ZodType<Value>,
): Definition<Value> => ({
  initial,
  schema,
  read: (value) => schema().catch(initial).parse(value),
});

/** A list, read without its invalid entries. */
const listOf = <Entry>(entry: z.ZodType<Entry>, max: number): Definition<readonly Entry[]> => ({
  initial: [],
  schema: () => z.array(entry).max(max).readonly(),
  read: (value) =>
    (Array.isArray(value) ? value : [])
      .flatMap((each: unknown) => entry.safeParse(each).data ?? [])
      .slice(0, max),
});

const isTrimmed = (text: string, pattern: RegExp) => text === text.trim() && pattern.test(text);

const flag = (initial: boolean) => define<boolean>(initial, z.boolean);

const ruleOf = ({ initial, unit }: RuleDefinition) =>
  define<RuleSetting>(initial, () => {
    const example =
      unit === 'rate' || unit === 'money' ? 'an amount such as 3.00' : 'a number such as 24';
    const limit =
      unit === null
        ? z.null()
        : typedNumber(
            (value) => value >= 0 && value <= MAX_LIMIT,
            `Enter ${example}, at most ${formatNumber(MAX_LIMIT, 0)}.`,
          );
    const isOptional = initial.limit === null;
    return z.strictObject({ isOn: z.boolean(), limit: isOptional ? limit.nullable() : limit });
  });

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
  Object.entries({ ...ALERT_RULES, ...STATUS_RULES }).map(([name, rule]) => [name, ruleOf(rule)]),
) as Record<AlertRule | StatusRule, Definition<RuleSetting>>;

/** Type, default, settings file and IPC contract follow from this table. Loaded by main and core only, as all of zod. */
export const PREFERENCES = {
  ...RULE_PREFERENCES,
  /** When short SSH names are offered: at the next copy while they are off, or not again. */
  offerShortNames: define('atCopy', () => z.literal(['atCopy', 'never'])),
  /** The beginning of short SSH names, before a hyphen. */
  namePrefix: define('gpu', () =>
    typedText(
      (text) => /^[a-z0-9]{1,16}$/.test(text),
      'Use lower-case letters and digits, at most 16 characters.',
    ),
  ),
  /** % of CPU and of RAM below which the rule `idle` calls a VM idle. */
  idlePercent: define(10, () =>
    typedNumber(
      (value) => Number.isInteger(value) && value >= 1 && value <= 99,
      'Enter a percentage from 1 to 99.',
    ),
  ),
  /** The `vmKey`s of VMs without alerts and notifications, oldest first. */
  mutedVms: listOf(z.string().max(300), MAX_MUTED),
  /** Notify when ssh answers on a VM that has just started. */
  notifyReady: flag(true),
  /** Notify before sleep, while the screen is locked and at the end of the session, and ask at quit, while VMs are billed. */
  remindOnLeaving: flag(true),
  priceWatches: listOf(priceWatch, MAX_WATCHES),
  /** Each with another name. */
  presets: listOf(preset, MAX_PRESETS),
  /** The order that the panel sent last; null: none yet. */
  lastLaunch: define(null, () => presetOrder.nullable()),
  /** Seconds between polls while nothing changes and the panel is closed. */
  idleSeconds: define(30, () => z.literal(IDLE_SECONDS)),
  /** The id of a terminal, `auto` for the first that is found, `own` for `terminalCommand`. */
  terminal: define('auto', () => z.string().regex(/^[a-z0-9-]{1,32}$/)),
  /** A custom terminal command, with `{command}` in place of the SSH command. */
  terminalCommand: define(null, () =>
    typedText(
      (text) => isTrimmed(text, /^.{1,1000}$/su),
      'Enter at most 1,000 characters.',
    ).nullable(),
  ),
  /** Windows: the shell that copied commands are quoted for. Elsewhere they are quoted for POSIX shells. */
  shell: define('powershell', () => z.literal(SHELLS)),
  /** The folder an editor opens on a VM, absolute or in the home folder (`~/x`); null: the home folder. */
  remoteFolder: define(null, () =>
    typedText(
      (text) => isTrimmed(text, /^(?=[/~])[^\p{Cc}\p{Cf}\p{Zl}\p{Zp}"]{1,1024}$/u),
      'Start with / or ~, such as ~/project. Quotes are not allowed.',
    ).nullable(),
  ),
  theme: define('system', () => z.literal(THEMES)),
  hideAmounts: flag(false),
  autostart: flag(false),
  /** Automatically; a policy file can forbid it altogether. */
  checkForUpdates: flag(true),
  /** Opens and closes the panel from any program, in Electron's notation; null: none. */
  shortcut: define(null, () => z.string().refine(isAccelerator).nullable()),
};

export type PreferenceName = keyof typeof PREFERENCES;
export type Preferences = {
  readonly [Name in PreferenceName]: (typeof PREFERENCES)[Name]['initial'];
};

export interface PreferencesSlice {
  readonly preferences: Preferences;
}

export type PreferencesChange = {
  readonly [Name in PreferenceName]?: Preferences[Name] | undefined;
};

const DEFINITIONS = Object.entries<Definition<unknown>>(PREFERENCES);

export const preferencesChange: z.ZodType<PreferencesChange> = z.lazy(() =>
  z.strictObject(
    Object.fromEntries(DEFINITIONS.map(([name, { schema }]) => [name, schema().optional()])),
  ),
);

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
    DEFINITIONS.map(([name, { initial, read }]) => {
      const value = values[name];
      return [name, value === undefined || value === initial ? initial : read(value)];
    }),
  ) as Preferences;
}

export const DEFAULT_PREFERENCES = preferencesFrom({});
