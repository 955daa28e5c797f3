import { z } from 'zod';
import type { AutoStop, AutoStopLimit } from '../../shared/auto-stop/auto-stop.ts';
import {
  earlierOf,
  onVmLimit,
  type VmTimer,
  withoutWrite,
  withWrite,
} from '../../shared/auto-stop/vm-timer.ts';
import { VM_OPERATIONS, type VmOperation } from '../../shared/domain/service-profile.ts';
import { printable, serviceUrl } from '../../shared/format/index.ts';
import { portSchema, sshLoginFields } from '../../shared/ipc/ssh-schemas.ts';
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
import { vmKey } from '../../shared/ssh/ssh-state.ts';
import { parseBaseUrl } from '../providers/index.ts';
import { tryJson } from '../try-json.ts';

/** Incremented, with a migration, for changes that an older GPU Tray would misread. */
const VERSION = 1;

const NO_LOGIN = { user: null, port: null };

// Schemas are built when they are used first: building them takes 15 ms of a start.

/** An SSH login. An invalid field falls back to null on its own. */
function login() {
  const { user, port, identityFile } = sshLoginFields;
  return z.looseObject({
    user: user.catch(null),
    port: port.catch(null),
    identityFile: identityFile.optional().catch(null),
  });
}

/** Strict about what decides where a credential is sent; its SSH login and console URL fall back on their own. */
const accountSchema = z.lazy(() =>
  z.looseObject({
    id: z.uuid(),
    /** Absent: the first one. Of a newer GPU Tray: unknown here. */
    provider: z.string().optional(),
    label: z.string(),
    baseUrl: z.string().refine((text) => parseBaseUrl(text).ok),
    credential: z.enum(['apiKey', 'login']),
    email: z.string().nullable(),
    /** A credential was stored. Distinguishes "locked" from "no such item", which keytar reports alike. */
    hasCredential: z.boolean(),
    /** A second API key was stored, for calls that change something. */
    hasWriteKey: z.boolean().optional().catch(undefined),
    /** An action was accepted with its key. */
    tried: z.boolean().optional().catch(undefined),
    /** A stop was confirmed by reading. */
    proven: z.boolean().optional().catch(undefined),
    /** One of its VMs was seen to stop itself, as armed. */
    stopsInside: z.boolean().optional().catch(undefined),
    /** Its VMs are stopped once they are idle for that long, ms. */
    idleStopMs: z.number().positive().optional().catch(undefined),
    /** The service's web console, set by the user; validated where it is opened. */
    consoleUrl: z.string().nullable().optional().catch(null),
    /** Set by the user, in place of the label. */
    name: z.string().nullable().optional().catch(null),
    /** Its running VMs are asked for their GPU load over SSH. */
    gpuLoad: z.boolean().optional().catch(undefined),
    /** Set by the user; checked by the adapter that uses it. */
    profile: z
      .looseObject({ consoleUrl: z.string().optional().catch(undefined) })
      .nullable()
      .optional()
      .catch(null),
    /** The login for the account's VMs, where the login differs from the one for all. */
    ssh: login().optional().catch(undefined),
  }),
);

/** The login for all VMs, and the settings of single VMs by `vmKey`. */
const sshSchema = z.lazy(() => {
  const vm = login().extend({ forwardPort: portSchema.optional().catch(undefined) });
  const vms = z.record(z.string(), vm.catch(NO_LOGIN));
  return login()
    .extend({ vms: vms.optional().catch(undefined) })
    .catch(NO_LOGIN);
});

/** The user's changes by name; read by `preferencesOf`. */
const preferencesSchema = z.lazy(() =>
  z.record(z.string(), z.unknown()).optional().catch(undefined),
);

/** A VM by name, which is shown in notifications. The file may have been edited. */
const namedVm = () =>
  z.object({ accountId: z.string(), vmId: z.string(), name: z.string().transform(printable) });

const timeLimit = () =>
  z.object({
    kind: z.literal('time'),
    at: z.number(),
    ms: z.number().positive().optional().catch(undefined),
  });

const idleLimit = () =>
  z.object({ kind: z.literal('idle'), ms: z.number().positive(), since: z.number() });

export const autoStopLimitSchema = () =>
  z.discriminatedUnion('kind', [
    timeLimit(),
    idleLimit(),
    z.object({ kind: z.literal('spend'), amount: z.number().positive(), since: z.number() }),
  ]);

const autoStopSchema: z.ZodType<AutoStop> = z.lazy(() =>
  namedVm().extend({
    kind: z.literal('reminder').optional().catch(undefined),
    limit: autoStopLimitSchema(),
    from: z.literal('default').optional().catch(undefined),
    onVm: z.boolean().optional().catch(undefined),
    progress: z
      .object({ kind: z.enum(['announced', 'sent', 'interrupted']), at: z.number() })
      .optional()
      .catch(undefined),
  }),
);

const timerSchema: z.ZodType<VmTimer> = z.lazy(() => {
  const limit = z.discriminatedUnion('kind', [timeLimit(), idleLimit()]);
  const timer = namedVm().extend({
    number: z.int().nonnegative(),
    run: z.string().nullable(),
  });
  /** Of earlier versions: all limits that may hold, the last one first. */
  const former = timer.extend({
    limits: z.array(limit),
    isConfirmed: z.boolean(),
    isEnded: z.boolean().optional().catch(undefined),
  });
  return z.union([
    timer.extend({
      held: limit.nullable(),
      by: z.string().transform(printable).optional(),
      isProved: z.boolean().optional().catch(undefined),
      sent: limit.nullable().optional(),
    }),
    former.transform(({ limits: [sent, ...others], isConfirmed, isEnded, ...vm }): VmTimer => {
      const [first = null, ...more] = isConfirmed && sent ? [sent] : others;
      const held = first && more.reduce(earlierOf, first);
      // Its run may be the creation of the VM.
      const read = { ...vm, run: null, held, sent: isConfirmed ? null : sent };
      return isEnded ? withoutWrite(read) : read;
    }),
  ]);
});

const listOf = <T>(entry: z.ZodType<T>) =>
  z
    .array(entry.nullable().catch(null))
    .transform((entries) => entries.filter((each) => each !== null))
    .optional()
    .catch(undefined);

const autoStopsSchema = z.lazy(() => listOf(autoStopSchema));

/**
 * Runs of VMs in which the default of their account had its turn; `startedAt`: as in the VM. `isOver`: the VM was seen not running
 * since; absent: of an earlier version.
 */
const defaultedRunsSchema = z.lazy(() =>
  listOf(
    z.object({
      accountId: z.string(),
      vmId: z.string(),
      startedAt: z.string().max(100).nullable(),
      isOver: z.boolean().optional().catch(undefined),
    }),
  ),
);

const destinationsSchema = z.lazy(() => {
  const destination: z.ZodType<MessageDestination> = z.object({
    id: z.string().min(1).max(64),
    kind: z.enum(MESSAGE_KINDS),
    host: z.string().max(300).transform(printable),
    topics: z.array(z.enum(MESSAGE_TOPICS)),
  });
  return listOf(destination);
});

/** Accounts are strict: with a broken one, the file is broken and the backup replaces it. Unknown keys are kept. */
const settingsSchema = z.lazy(() => {
  const serviceUrl = z.string().refine((text) => parseBaseUrl(text).ok);
  const vm = { accountId: z.string(), vmId: z.string() };
  const operation = z.object({ ...vm, operation: z.enum(VM_OPERATIONS) });
  return z.looseObject({
    version: z.literal(VERSION),
    accounts: z
      .array(accountSchema)
      .refine((accounts) => new Set(accounts.map(({ id }) => id)).size === accounts.length),
    ssh: sshSchema,
    preferences: preferencesSchema,
    /** Service URLs of the last sign-ins, newest first; kept after a sign-out. */
    serviceUrls: z.array(serviceUrl).readonly().optional().catch(undefined),
    /** The provider of the last sign-in; kept after a sign-out. */
    lastProvider: z.string().optional().catch(undefined),
    autoStops: autoStopsSchema,
    defaultedRuns: defaultedRunsSchema,
    messageDestinations: destinationsSchema,
    /** Timers of VMs, which stop themselves. */
    armed: z.lazy(() => listOf(timerSchema)),
    /** Sent, and not confirmed by the VM's state: the next run follows them too. */
    operations: z.array(operation).optional().catch(undefined),
  });
});

export type Settings = z.infer<typeof settingsSchema>;
export type AccountSettings = z.infer<typeof accountSchema>;

export const DEFAULT_SETTINGS: Settings = { version: VERSION, accounts: [], ssh: NO_LOGIN };

export function preferencesOf({ preferences }: Settings): Preferences {
  const read = preferencesFrom(preferences ?? {});
  // Earlier versions stored the service URL as typed.
  const priceWatches = read.priceWatches.map((watch) => ({
    ...watch,
    baseUrl: serviceUrl(watch.baseUrl),
  }));
  return { ...read, priceWatches };
}

export function withPreferences(settings: Settings, change: PreferencesChange): Settings {
  return { ...settings, preferences: { ...settings.preferences, ...change } };
}

const quietHoursSchema = z.lazy(() => z.object({ isOn: z.literal(true) }));

/** They were on in an earlier version. */
export const hasQuietHours = ({ preferences }: Settings): boolean =>
  quietHoursSchema.safeParse(preferences?.['quietHours']).success;

export function withoutQuietHours(settings: Settings): Settings {
  const { quietHours, ...preferences } = settings.preferences ?? {};
  return { ...settings, preferences };
}

type Vm = Pick<AutoStop, 'accountId' | 'vmId'>;

const keyOf = ({ accountId, vmId }: Vm) => vmKey(accountId, vmId);

const without = <T extends Vm>(entries: readonly T[] = [], { accountId, vmId }: Vm) =>
  entries.filter((entry) => entry.accountId !== accountId || entry.vmId !== vmId);

/** The settings with the timer of a VM. @param timer undefined: none is known */
export function withTimer(settings: Settings, vm: Vm, timer: VmTimer | undefined): Settings {
  const others = without(settings.armed, vm);
  return { ...settings, armed: timer === undefined ? others : [...others, timer] };
}

/** The settings without an auto-stop that is over: a timer on its VM goes on. */
export const withoutAutoStop = (settings: Settings, vm: Vm): Settings => ({
  ...settings,
  autoStops: without(settings.autoStops, vm),
});

/** The settings with the auto-stop of a VM, as the user set it. @param limit null: none @param onVm default: as before; a VM counts no amounts */
export function withAutoStop(
  settings: Settings,
  vm: Pick<AutoStop, 'accountId' | 'vmId' | 'name' | 'kind'>,
  limit: AutoStopLimit | null,
  onVm = settings.autoStops?.find((each) => keyOf(each) === keyOf(vm))?.onVm,
): Settings {
  const { accountId, vmId, name, kind } = vm;
  const vmLimit = onVm !== true || limit?.kind === 'spend' || kind !== undefined ? null : limit;
  const autoStop = limit && {
    ...(kind && { kind }),
    ...{ accountId, vmId, name, limit, ...(vmLimit && { onVm: true }) },
  };
  const others = without(settings.autoStops, vm);
  const next = { ...settings, autoStops: autoStop === null ? others : [...others, autoStop] };
  const timer = settings.armed?.find((each) => keyOf(each) === keyOf(vm));
  // The timer of another computer is removed once no auto-stop is left to remove.
  const isLast = limit === null && others.length === (settings.autoStops ?? []).length;
  const isWritten = vmLimit !== null || (timer && (timer.by === undefined || isLast));
  return isWritten ? withTimer(next, vm, withWrite(timer, vm, vmLimit)) : next;
}

/** A change: whether the VMs of these auto-stops stop themselves too. */
export const withOnVm =
  (isMeant: (vm: Vm) => boolean, onVm: boolean) =>
  (settings: Settings): Settings => {
    const { autoStops = [], armed = [] } = settings;
    const next = autoStops.map((each) => (isMeant(each) ? { ...each, onVm } : each));
    const changed = onVm ? next : armed.filter(({ by }) => by === undefined);
    const writes = changed.filter(isMeant).flatMap((each) => {
      const limit = 'limit' in each ? onVmLimit(each) : null;
      const timer = armed.find((other) => keyOf(other) === keyOf(each));
      return onVm && limit === null ? [] : [withWrite(timer, each, limit)];
    });
    const start: Settings = { ...settings, autoStops: next };
    return writes.reduce((current, timer) => withTimer(current, timer, timer), start);
  };

export function withOperation(
  settings: Settings,
  { accountId, vmId }: Vm,
  operation: VmOperation | null,
): Settings {
  const others = without(settings.operations, { accountId, vmId });
  const operations = operation === null ? others : [...others, { accountId, vmId, operation }];
  return { ...settings, operations };
}

export function withLearned(
  settings: Settings,
  accountId: string,
  learned: Pick<AccountSettings, 'tried' | 'proven' | 'stopsInside'>,
): Settings {
  const accounts = settings.accounts.map((account) =>
    account.id === accountId ? { ...account, ...learned } : account,
  );
  return { ...settings, accounts };
}

/** A parsed settings file. `newer`: written by a newer GPU Tray, read as far as possible, and never written. */
export type SettingsReading =
  | { readonly kind: 'good' | 'newer'; readonly settings: Settings }
  | { readonly kind: 'broken' };

const versioned = z.lazy(() => z.looseObject({ version: z.number().int().min(1) }));

/** A newer version may have any form: take what is valid here. */
const newerSchema = z.lazy(() =>
  z.object({
    accounts: z.array(accountSchema.nullable().catch(null)).catch([]),
    ssh: sshSchema,
    preferences: preferencesSchema,
    autoStops: autoStopsSchema,
    defaultedRuns: defaultedRunsSchema,
    armed: z.lazy(() => listOf(timerSchema)),
  }),
);

/** Earlier versions noted no removal: a timer was to be cleared unless its auto-stop was over, or kept by the VM. */
function withRemovals<T extends Pick<Settings, 'armed' | 'autoStops'>>(settings: T): T {
  const { armed, autoStops = [] } = settings;
  const settled = armed?.map((timer) => {
    const isKept = autoStops.some((each) => each.onVm === true && keyOf(each) === keyOf(timer));
    if (isKept) return timer.sent === null ? withoutWrite(timer) : timer;
    return timer.sent ? withWrite(timer, timer, null) : timer;
  });
  return { ...settings, ...(settled && { armed: settled }) };
}

function readNewer(json: unknown): Settings {
  const { accounts, ...others } = newerSchema.parse(json);
  const byId = new Map<string, AccountSettings>();
  for (const account of accounts)
    if (account !== null && !byId.has(account.id)) byId.set(account.id, account);
  return { version: VERSION, accounts: [...byId.values()], ...others };
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
  return success ? { kind: 'good', settings: withRemovals(data) } : { kind: 'broken' };
}
