import { z } from 'zod';
import {
  COPYABLE,
  IDLE_SECONDS,
  INCLUDE_STATES,
  SHELLS,
  SNOOZE_MINUTES,
  THEMES,
  TRAY_TONES,
} from '../app/index.ts';
import { panelViewSchema } from './panel-view-schema.ts';
import { remoteFolderSchema, sshLoginSchema, templateSchema } from './ssh-schemas.ts';

// What the panel may ask of main. Only main loads this file for its values: zod has no place in the first screen, so the
// preload and the renderer take types from it, and names from `channels.ts`.

const nothing = z.void();
const id = z.string().min(1).max(128);
const credentialText = z.string().min(1).max(16_384);

/** What a preference may be; the same bounds hold for the settings file. */
export const preferenceSchemas = {
  rateThreshold: z.union([
    z.number().nonnegative().max(1_000_000),
    z.null(),
    z.literal('notAsked'),
  ]),
  notifyStatusChanges: z.boolean(),
  idleSeconds: z.literal(IDLE_SECONDS),
  notifyReady: z.boolean(),
  terminal: z.string().regex(/^[a-z0-9-]{1,32}$/),
  terminalCommand: z.string().trim().min(1).max(1_000).nullable(),
  shell: z.enum(SHELLS),
  remoteFolder: remoteFolderSchema.nullable(),
  currency: z.string().trim().min(1).max(4),
  theme: z.enum(THEMES),
  trayTone: z.enum(TRAY_TONES),
  hideAmounts: z.boolean(),
  autostart: z.boolean(),
} as const;

const signedIn = z.strictObject({
  accountId: id,
  /** Null: in the keychain. Else why it is only kept until quit, one sentence. */
  keptInMemory: z.string().nullable(),
});

const vm = z.strictObject({ accountId: id, vmId: id });

const lines = z.array(z.string()).readonly();

const includePreview = z.strictObject({
  /** The user's configuration, as they know it. */
  path: z.string(),
  /** Where it really is, when that is a symbolic link; else the same. */
  target: z.string(),
  state: z.enum(INCLUDE_STATES),
  /** What is written at the top, or is to be pasted there. */
  lines,
  /** The first lines of the file, now and then. */
  before: lines,
  after: lines,
  /** Why it cannot be done for the user, one sentence; null when it can. */
  obstacle: z.string().nullable(),
});

const includeChange = z.strictObject({
  /** The file as it was, kept beside it; null when nothing was changed or there was none. */
  backup: z.string().nullable(),
  /** Whether ssh itself sees our file now; null where that cannot be told. */
  isSeen: z.boolean().nullable(),
});

/** Every request, with what goes in and what comes out. */
export const contract = {
  signInWithKey: {
    input: z.strictObject({
      baseUrl: z.string().max(2_000),
      key: credentialText,
      accountId: id.nullable(),
    }),
    output: signedIn,
  },
  signInWithPassword: {
    input: z.strictObject({
      baseUrl: z.string().max(2_000),
      email: z.string().max(320),
      password: credentialText,
      accountId: id.nullable(),
    }),
    output: signedIn,
  },
  signOut: { input: z.strictObject({ accountId: id }), output: nothing },
  setConsoleUrl: {
    input: z.strictObject({ accountId: id, consoleUrl: z.string().max(2_000).nullable() }),
    output: nothing,
  },
  /** Polls now as far as the service allows; null: all accounts. */
  refresh: { input: z.strictObject({ accountId: id.nullable() }), output: nothing },
  /** Puts a command or the address of the VM on the clipboard; answers what was copied. */
  copyFromVm: {
    input: vm.extend({ what: z.enum(COPYABLE) }),
    output: z.strictObject({ text: z.string() }),
  },
  /** Logs in to the VM in a terminal of the user's choice. */
  openTerminal: { input: vm, output: nothing },
  /** @param editor an id out of `SshState.editors` */
  openEditor: { input: vm.extend({ editor: z.string().max(32) }), output: nothing },
  /** Asks the VM for its host key, and answers what that means. */
  checkHostKey: {
    input: vm,
    output: z.strictObject({
      what: z.string(),
      advice: z.string(),
      /** Removes the stored key, where another one is shown; for its user to run, never for us. */
      command: z.string().nullable(),
    }),
  },
  /** Has it looked again at what others may have changed: the user's ssh configuration, the installed programs. */
  rescan: { input: nothing, output: nothing },
  /** What adding the Include to `~/.ssh/config` would do. Nothing is written. */
  previewInclude: { input: nothing, output: includePreview },
  addInclude: { input: nothing, output: includeChange },
  removeInclude: { input: nothing, output: includeChange },
  openConsole: { input: z.strictObject({ accountId: id }), output: nothing },
  snoozeAlert: {
    input: z.strictObject({ alertId: id, minutes: z.literal(SNOOZE_MINUTES) }),
    output: nothing,
  },
  changePreferences: {
    input: z.strictObject(preferenceSchemas).partial(),
    output: nothing,
  },
  /** How to log in to all VMs, to those of an account, or to those of a template. */
  changeLogin: {
    input: z.strictObject({
      scope: z.discriminatedUnion('kind', [
        z.strictObject({ kind: z.literal('all') }),
        z.strictObject({ kind: z.literal('account'), accountId: id }),
        z.strictObject({ kind: z.literal('template'), template: templateSchema }),
      ]),
      login: sshLoginSchema,
    }),
    output: nothing,
  },
  /** What a VM was made from, which the service does not say. */
  setVmTemplate: {
    input: vm.extend({ template: templateSchema.nullable() }),
    output: nothing,
  },
  dismissNotice: { input: nothing, output: nothing },
  hidePanel: { input: nothing, output: nothing },
  /** How the panel is looked at now, for when its window comes back after it was freed. */
  keepView: { input: panelViewSchema, output: nothing },
  /** Ends GPU Tray, as the tray's menu does; the way out where there is no tray. */
  quit: { input: nothing, output: nothing },
} as const satisfies Record<string, { readonly input: z.ZodType; readonly output: z.ZodType }>;

/** The contract as a type alone, for those who must not load its schemas. */
export type Contract = typeof contract;
/** What the panel may ask for. Each has a channel, a place in the bridge and a handler, or nothing compiles. */
export type RequestName = keyof Contract;
/** Requests about the app itself: main does them, and core has no part in them. */
export type DesktopRequest = 'keepView' | 'quit';
/** What goes in, as its schema leaves it. */
export type RequestInput<Name extends RequestName> = z.infer<Contract[Name]['input']>;
/** What comes out where the request is not refused. */
export type RequestOutput<Name extends RequestName> = z.infer<Contract[Name]['output']>;
