import { z } from 'zod';
import { SNOOZES } from '../alerts/alert.ts';
import { CHECK_IDS, CHECK_STATES, type Check } from '../diagnostics/check.ts';
import { VM_OPERATIONS } from '../domain/service-profile.ts';
import { DAY_MS } from '../format/index.ts';
import type { GpuLoadSample } from '../gpu-load/gpu-load.ts';
import { launchChoices, launchOrder, localKeys } from '../launch/order.ts';
import { presetOrder } from '../launch/preset-order.ts';
import { MESSAGE_TOPICS } from '../messages/messages.ts';
import { cloudOffers, gpuOffer, offerFilter } from '../offers/gpu-offer.ts';
import { PROVIDER_IDS } from '../providers/providers.ts';
import { preferencesChange } from '../settings/preferences.ts';
import { COPYABLE, INCLUDE_STATES } from '../ssh/ssh-state.ts';
import { RANGE_PRESETS } from '../usage/day-range.ts';
import { dayRange, usageReport } from '../usage/usage-schemas.ts';
import { loginChangeSchema, portSchema } from './ssh-schemas.ts';

// The requests of the panel. Channel names, the preload's functions and main's handlers follow from the keys of `contract`.
// Only main loads this file at run time: zod stays out of the renderer, which uses its types, and out of the preload, which gets
// the names from the bundler (`electron.vite.config.ts`).

const nothing = z.void();

const command = <Input extends z.ZodType>(input: Input) => ({ input, output: nothing });

const id = z.string().min(1).max(128);
const alertId = z.string().min(1).max(1_024);
const credentialText = z.string().min(1).max(16_384);

const account = z.strictObject({ accountId: id });
const vm = account.extend({ vmId: id });
/** `accountId`: null: all accounts, or a new one. */
const anyAccount = z.strictObject({ accountId: id.nullable() });
const service = z.strictObject({ baseUrl: z.string().max(2_000) });

const provider = z.enum(PROVIDER_IDS);

const operation = z.enum(VM_OPERATIONS);

const screen = z.discriminatedUnion('kind', [
  /** `operation`: with an open confirmation, `later`: of an auto-stop; absent: none. */
  vm.extend({ kind: z.literal('vm'), operation: operation.or(z.literal('later')).optional() }),
  /** `accountId`: the account to sign in to again; null: a new one, at `provider`, which is chosen first where it is absent. */
  anyAccount.extend({ kind: z.literal('signIn'), provider: provider.optional() }),
  /** `filter`: as of a price alert; null: as it was last. */
  z.strictObject({ kind: z.literal('offers'), filter: offerFilter.nullable() }),
  /** `accountId`: who pays; null: the first account. `offer`: the chosen one; `preset`: finds one; absent: nothing chosen. */
  anyAccount.extend({
    kind: z.literal('launch'),
    offer: gpuOffer.optional(),
    preset: presetOrder.optional(),
  }),
  /** `preset`: the range that is shown first. */
  z.strictObject({ kind: z.literal('usage'), preset: z.enum(RANGE_PRESETS) }),
  z.strictObject({
    kind: z.enum([
      'vms',
      'stopIdle',
      'alerts',
      'accounts',
      'settings',
      'about',
      'diagnostics',
      'keys',
    ]),
  }),
]);

export type Screen = z.infer<typeof screen>;

const lines = z.array(z.string()).readonly();

const includePreview = z.strictObject({
  /** The user's SSH config, such as `~/.ssh/config`. */
  path: z.string(),
  /** Where a symbolic link at `path` leads; otherwise the same as `path`. */
  target: z.string(),
  state: z.enum(INCLUDE_STATES),
  /** Written, or to be pasted, at the top of the file. */
  lines,
  /** Why GPU Tray cannot write the file, one sentence; null: it can. */
  obstacle: z.string().nullable(),
  pattern: z
    .strictObject({ prefix: z.string(), options: lines, other: z.string().nullable() })
    .nullable(),
});

const check: z.ZodType<Check> = z.strictObject({
  id: z.enum(CHECK_IDS),
  subject: z.string().nullable(),
  state: z.enum(CHECK_STATES),
  detail: z.string(),
  nextStep: z.string().nullable(),
});

const gpuLoadSample: z.ZodType<GpuLoadSample> = z.strictObject({
  at: z.number(),
  loads: z.array(z.strictObject({ index: z.number(), load: z.number().nullable() })).readonly(),
});

/** As typed, by the name of the field; `core/messages` checks it. */
const address = z.partialRecord(
  z.enum(['kind', 'url', 'topic', 'token', 'headerName', 'headerValue']),
  credentialText,
);
const destination = z.strictObject({ id });
const destinationFields = {
  topics: z.array(z.enum(MESSAGE_TOPICS)).max(MESSAGE_TOPICS.length).readonly(),
};

/** Of all accounts, those of one owner once. */
const usageRequest = z.strictObject({ range: dayRange });

const signIn = service.extend(anyAccount.shape);

export const contract = {
  /** `provider`: absent: the first one. */
  signInWithKey: {
    input: signIn.extend({ provider: provider.optional(), key: credentialText }),
    output: account,
  },
  signInWithPassword: {
    input: signIn.extend({ email: z.string().max(320), password: credentialText }),
    output: account,
  },
  /** Stores a second API key, which is sent only with calls that change something; null removes it. */
  setWriteKey: command(account.extend({ key: credentialText.nullable() })),
  signOut: command(account),
  /** Changes what the user may set of an account. A part that is left out stays as it is. */
  changeAccount: command(
    account.extend({
      /** Null: its email address or host. */
      name: z
        .string()
        .trim()
        .min(1)
        .refine((name) => name.length <= 40, 'Enter at most 40 characters.')
        .nullable()
        .optional(),
      consoleUrl: z.string().max(2_000).nullable().optional(),
      /** The service profile as JSON; null removes it. */
      profile: z.string().max(65_536).nullable().optional(),
      /** Its VMs are stopped once they are idle for that long, ms; null: off. */
      idleStopMs: z
        .int()
        .min(60_000)
        .max(31 * DAY_MS)
        .nullable()
        .optional(),
      /** Whether its running VMs are asked for their GPU load over SSH. */
      gpuLoad: z.boolean().optional(),
    }),
  ),
  /**
   * Starts, stops or destroys a VM, as the user has confirmed. `ifWaste`: only if it is still idle or stuck, and keeps some data.
   * `mayErase`: the user has confirmed that the stop erases everything on the VM.
   */
  operateVm: command(
    vm.extend({
      operation,
      ifWaste: z.boolean().optional(),
      mayErase: z.boolean().optional(),
    }),
  ),
  /**
   * Stops the VM when its auto-stop ends, or only reminds. `when`: as `parseAutoStop`; null removes the auto-stop.
   * `mayErase`: the user has confirmed that the stop erases everything on the VM. `onVm`: the VM stops itself too; absent: as before.
   */
  setAutoStop: command(
    vm.extend({
      when: z.string().max(20).nullable(),
      mayErase: z.boolean().optional(),
      onVm: z.boolean().optional(),
    }),
  ),
  /** Clears the timers on the VMs of an account; refused while a VM has not confirmed its cleared timer. */
  disarmAll: command(account),
  /** Polls now if the rate limit allows; null: all accounts. */
  refresh: command(anyAccount),
  copyFromVm: command(vm.extend({ what: z.enum(COPYABLE) })),
  /** Copies an ssh command that forwards a local port to the same port of the VM. */
  copyPortForward: command(vm.extend({ port: portSchema })),
  openTerminal: command(vm),
  /** `editor`: an id from `SshState.editors`. */
  openEditor: command(vm.extend({ editor: z.string().max(32) })),
  checkHostKey: {
    input: vm,
    output: z.strictObject({
      what: z.string(),
      advice: z.string(),
      /** Removes the stored key, for the user to run; null: the key has not changed. */
      command: z.string().nullable(),
    }),
  },
  /** Rescans the user's SSH config and the installed terminals and editors. */
  rescan: command(nothing),
  /** Writes nothing. */
  previewInclude: { input: nothing, output: includePreview },
  addInclude: command(nothing),
  removeInclude: command(nothing),
  /** Whether the running VMs of the account are asked for their GPU load over SSH. */
  readGpuLoad: {
    input: vm,
    output: z.strictObject({ samples: z.array(gpuLoadSample).readonly() }),
  },
  /** Resumes the queries after a problem ended them. */
  retryGpuLoad: command(vm),
  openConsole: command(account),
  openKeysPage: command(z.strictObject({ provider })),
  openLoginPage: command(account),
  /** The page that helps where the account's provider shares no balance. */
  openLackPage: command(account),
  /** Accounts that cannot be read are in the report. */
  readUsage: { input: usageRequest, output: usageReport },
  /** Saves the report as CSV where the user chooses. `isSaved`: false: cancelled. */
  exportUsage: { input: usageRequest, output: z.strictObject({ isSaved: z.boolean() }) },
  readCloudOffers: { input: offerFilter, output: cloudOffers },
  /** Rejects with a problem of the account. */
  readLaunchChoices: { input: account.extend({ offer: gpuOffer }), output: launchChoices },
  /** The present offer, with a disk of that size; null: gone. `offer`: `GpuOffer.offer`. */
  readQuote: {
    input: account.extend({ offer: z.string().max(200), diskGb: z.int().positive().nullable() }),
    output: gpuOffer.nullable(),
  },
  /** The public SSH keys of the user on this computer. */
  readLocalKeys: { input: nothing, output: localKeys },
  /**
   * Creates a VM. Its progress is in the state; resolves when the outcome is known. A public key that goes with the order is a local
   * one; where the account has its own keys, that with the same material is used. `mayAddKey`: or added to the account: the user
   * agreed. `maxPerHour`: the confirmed price, $/h of the machine; null: unknown, and the user confirmed that. `stopLater`: as
   * `parseAutoStop`, set once the VM is listed; null: none.
   */
  launchVm: command(
    account.extend({
      order: launchOrder,
      password: z.string().max(1_000).nullable(),
      mayAddKey: z.boolean(),
      maxPerHour: z.number().positive().nullable(),
      stopLater: z.string().max(20).nullable(),
    }),
  ),
  /** Of `currentLaunch`: the VM stays, although its rate is higher than confirmed. */
  acceptRate: command(nothing),
  /** Also where its end is unknown: the user has looked at the console. */
  dismissLaunch: command(nothing),
  /** Null ends the snooze. */
  snoozeAlert: command(
    z.strictObject({ alertId, snooze: z.enum([...SNOOZES, 'ended']).nullable() }),
  ),
  /** A muted VM has no alerts and no notifications. */
  muteVm: command(vm.extend({ isMuted: z.boolean() })),
  testNotification: command(nothing),
  /** Sends alerts there too. The address is kept in the keychain. */
  addDestination: { input: z.strictObject({ address, ...destinationFields }), output: destination },
  changeDestination: command(destination.extend(destinationFields)),
  removeDestination: command(destination),
  /** Sends a test message. Refused with what came back. */
  testDestination: command(destination),
  changePreferences: command(preferencesChange),
  /** Changes the SSH login of all VMs, of an account's VMs, or of one VM. */
  changeLogin: command(
    z.strictObject({
      scope: z.discriminatedUnion('kind', [
        z.strictObject({ kind: z.literal('all') }),
        account.extend({ kind: z.literal('account') }),
        vm.extend({ kind: z.literal('vm') }),
      ]),
      login: loginChangeSchema,
    }),
  ),
  /** Checks what can prevent GPU Tray from working; may take 10 s. */
  diagnose: { input: nothing, output: z.array(check).readonly() },
  /** Copies states and versions for a bug report, with the states of the last checks. */
  copyDiagnostics: command(nothing),
  /** Reads each account, and copies names and types of the fields in the answers, without values. */
  copyShapes: command(nothing),
  /** Rendering failed. Without the error's message, which may quote what the panel shows; so may an unusual name. */
  reportCrash: command(
    z.strictObject({
      error: z
        .string()
        .regex(/^\w{1,40}$/)
        .catch('unusual'),
      at: z
        .string()
        .regex(/^[\w.-]{1,80}:\d{1,7}:\d{1,7}$/)
        .nullable()
        .catch(null),
    }),
  ),
  checkForUpdates: command(nothing),
  installUpdate: command(nothing),
  dismissNotice: command(nothing),
  hidePanel: command(nothing),
  /** Keeps the open screen for when the panel's window is freed and opened again. */
  keepScreen: command(screen),
  /** Quits GPU Tray; on a desktop without a tray there is no other way. */
  quit: command(nothing),
} as const satisfies Record<string, { readonly input: z.ZodType; readonly output: z.ZodType }>;

export type Contract = typeof contract;
export type RequestName = keyof Contract;
/** Requests about the window and the process: handled by main, all others by core. */
export type DesktopRequest = 'keepScreen' | 'quit' | 'reportCrash';
export type RequestInput<Name extends RequestName> = z.infer<Contract[Name]['input']>;
/** A request as plain data. */
export type RequestAction<Name extends RequestName = RequestName> = {
  readonly [Each in Name]: { readonly kind: Each; readonly input: RequestInput<Each> };
}[Name];
export type RequestOutput<Name extends RequestName> = z.infer<Contract[Name]['output']>;
