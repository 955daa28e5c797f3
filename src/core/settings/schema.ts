import { z } from 'zod';
import { autoStopSchema } from '../../shared/auto-stop/stored-stop.ts';
import { VM_OPERATIONS, type VmOperation } from '../../shared/domain/service-profile.ts';
import { printable } from '../../shared/format/index.ts';
import {
  MESSAGE_KINDS,
  MESSAGE_TOPICS,
  type MessageDestination,
} from '../../shared/messages/messages.ts';
import {
  type Preferences,
  type PreferencesChange,
  preferencesFrom,
} from '../../shared/settings/preferences.ts';
import { tryJson } from '../try-json.ts';
import { accountSchema, NO_LOGIN, sshSchema } from './accounts.ts';
import { defaultedRunSchema, listOf, timerSchema, without } from './auto-stops.ts';

/** Incremented, with a migration, for changes that an older GPU Tray would misread. */
const VERSION = 1;

// Schemas are built when they are used first: building them takes 15 ms of a start.

const destinationSchema = (): z.ZodType<MessageDestination> =>
  z.object({
    id: z.string().min(1).max(64),
    kind: z.enum(MESSAGE_KINDS),
    host: z.string().max(300).transform(printable),
    topics: z.array(z.enum(MESSAGE_TOPICS)),
  });

/** Sections in which an invalid value falls back on its own, also in a file of a newer version. */
const sections = () => ({
  ssh: sshSchema,
  /** The user's changes by name; read by `preferencesOf`. */
  preferences: z.record(z.string(), z.unknown()).optional().catch(undefined),
  autoStops: listOf(autoStopSchema),
  defaultedRuns: listOf(defaultedRunSchema),
  /** Timers of VMs, which stop themselves. */
  armed: listOf(timerSchema),
});

/** Accounts are strict: with a broken one, the file is broken and the backup replaces it. Unknown keys are kept. */
const settingsSchema = z.lazy(() => {
  const vm = { accountId: z.string(), vmId: z.string() };
  const operation = z.lazy(() => z.object({ ...vm, operation: z.enum(VM_OPERATIONS) }));
  return z.looseObject({
    version: z.literal(VERSION),
    accounts: z
      .array(accountSchema)
      .refine((accounts) => new Set(accounts.map(({ id }) => id)).size === accounts.length),
    ...sections(),
    messageDestinations: listOf(destinationSchema),
    /** Sent, and not confirmed by the VM's state: the next run follows them too. */
    operations: z.array(operation).optional().catch(undefined),
  });
});

export type Settings = z.infer<typeof settingsSchema>;

export const DEFAULT_SETTINGS: Settings = { version: VERSION, accounts: [], ssh: NO_LOGIN };

export function withOperation(
  settings: Settings,
  { accountId, vmId }: { readonly accountId: string; readonly vmId: string },
  operation: VmOperation | null,
): Settings {
  const others = without(settings.operations, { accountId, vmId });
  const operations = operation === null ? others : [...others, { accountId, vmId, operation }];
  return { ...settings, operations };
}

export function preferencesOf({ preferences }: Settings): Preferences {
  return preferencesFrom(preferences ?? {});
}

export function withPreferences(settings: Settings, change: PreferencesChange): Settings {
  return { ...settings, preferences: { ...settings.preferences, ...change } };
}

/** They were on in an earlier version. */
export const hasQuietHours = ({ preferences }: Settings): boolean =>
  z.object({ isOn: z.literal(true) }).safeParse(preferences?.['quietHours']).success;

export function withoutQuietHours(settings: Settings): Settings {
  const { quietHours, ...preferences } = settings.preferences ?? {};
  return { ...settings, preferences };
}

/** A parsed settings file. `newer`: written by a newer GPU Tray, read as far as possible, and never written. */
export type SettingsReading =
  | { readonly kind: 'good' | 'newer'; readonly settings: Settings }
  | { readonly kind: 'broken' };

const versioned = z.lazy(() => z.looseObject({ version: z.number().int().min(1) }));

/** A newer version may have any form: take what is valid here. */
const newerSchema = z.lazy(() =>
  z.object({ accounts: listOf(() => accountSchema), ...sections() }),
);

function readNewer(json: unknown): Settings {
  const { accounts: listed = [], ...others } = newerSchema.parse(json);
  const isFirst = ({ id }: { readonly id: string }, index: number) =>
    listed.findIndex((other) => other.id === id) === index;
  return { version: VERSION, ...others, accounts: listed.filter(isFirst) };
}

/** Earlier versions called auto-stops leases. */
function renameLeases(file: Record<string, unknown>): void {
  const { leases } = file;
  if (leases === undefined) return;
  file['autoStops'] ??= leases;
  Reflect.deleteProperty(file, 'leases');
}

export function readSettings(text: string): SettingsReading {
  // Windows editors may add a byte order mark.
  const head = versioned.safeParse(tryJson(text.replace(/^\ufeff/, '')));
  if (!head.success) return { kind: 'broken' };
  renameLeases(head.data);
  if (head.data.version > VERSION) return { kind: 'newer', settings: readNewer(head.data) };
  const { success, data } = settingsSchema.safeParse(head.data);
  return success ? { kind: 'good', settings: data } : { kind: 'broken' };
}
