import { z } from 'zod';

/** An item of a recorded menu. */
export interface MenuNode {
  readonly label: string;
  readonly type: 'normal' | 'separator' | 'submenu';
  readonly enabled: boolean;
  readonly visible: boolean;
  readonly submenu: readonly MenuNode[] | null;
}

const menuNode: z.ZodType<MenuNode> = z.strictObject({
  label: z.string(),
  type: z.enum(['normal', 'separator', 'submenu']),
  enabled: z.boolean(),
  visible: z.boolean(),
  get submenu() {
    return z.array(menuNode).nullable();
  },
});

const bounds = z.strictObject({ x: z.int(), y: z.int(), width: z.int(), height: z.int() });
export type Bounds = z.infer<typeof bounds>;

export const loginItemSchema = z.strictObject({
  openAtLogin: z.boolean().default(false),
  args: z.array(z.string()).default([]),
  path: z.string().optional(),
  name: z.string().optional(),
  enabled: z.boolean().optional(),
});
export type LoginItem = z.infer<typeof loginItemSchema>;

const tray = z.strictObject({
  /** Whether the desktop shows it; null: not known yet. */
  isShown: z.boolean().nullable(),
  /** Absolute path. */
  icon: z.string(),
  /** In pixels at scale 1. */
  iconSize: z.strictObject({ width: z.int(), height: z.int() }),
  isTemplate: z.boolean(),
  title: z.string(),
  tooltip: z.string(),
  menu: z.array(menuNode).nullable(),
  /** Counts every part that was set. */
  changes: z.int(),
});
export type TrayState = z.infer<typeof tray>;

const notification = z.strictObject({
  title: z.string(),
  body: z.string(),
  /** Neither clicked nor closed. */
  isOpen: z.boolean(),
});
export type NotificationState = z.infer<typeof notification>;

const question = z.strictObject({
  type: z.enum(['none', 'info', 'error', 'question', 'warning']),
  title: z.string(),
  message: z.string(),
  detail: z.string(),
  buttons: z.array(z.string()),
  /** The button that Enter presses. */
  default: z.string(),
  /** The button that Esc presses. */
  cancel: z.string(),
  /** The label of its checkbox; empty: it has none. */
  checkbox: z.string(),
  /** The id of its parent window. */
  window: z.int().nullable(),
  isOpen: z.boolean(),
  /** The pressed button; null: none yet, or its window was destroyed. */
  answer: z.string().nullable(),
});
export type QuestionState = z.infer<typeof question>;

const saveDialog = z.strictObject({
  defaultPath: z.string(),
  /** The id of its parent window. */
  window: z.int().nullable(),
  isOpen: z.boolean(),
  /** The chosen path; null: none yet, or cancelled. */
  path: z.string().nullable(),
});
export type SaveDialogState = z.infer<typeof saveDialog>;

const window = z.strictObject({
  id: z.int(),
  title: z.string(),
  /** As loaded by main, `app://…`. */
  url: z.string(),
  /** For a browser. */
  address: z.string(),
  isVisible: z.boolean(),
  isFocused: z.boolean(),
  isMinimized: z.boolean(),
  // From its options.
  hasFrame: z.boolean(),
  isInTaskbar: z.boolean(),
  isOnTop: z.boolean(),
  /** Of `setWebRTCIPHandlingPolicy`. It takes no effect: start the browser with it. */
  webRtcPolicy: z.string(),
  bounds,
  /** Number of connected pages. */
  pages: z.int(),
});
export type WindowState = z.infer<typeof window>;

const spawned = z.strictObject({ command: z.string(), args: z.array(z.string()) });
export type SpawnedProgram = z.infer<typeof spawned>;

/** In DIP. */
const display = z.strictObject({
  ...bounds.shape,
  /** Pixels per DIP. */
  scaleFactor: z.number().positive(),
});
export type DisplayState = z.infer<typeof display>;

/** Calls that can be made to fail, some by what they return or emit. */
const fallibleCall = z.enum([
  'app.setLoginItemSettings',
  'BrowserWindow.loadURL',
  'clipboard.writeText',
  'dialog.showMessageBox',
  'dialog.showSaveDialog',
  'globalShortcut.register',
  'net.fetch',
  'Notification.isSupported',
  'Notification.show',
  'shell.openExternal',
]);
export type FallibleCall = z.infer<typeof fallibleCall>;

/** The response of the control address to GET. */
export const hostStateSchema = z.strictObject({
  tray: tray.nullable(),
  notifications: z.array(notification),
  clipboard: z.string(),
  openedUrls: z.array(z.string()),
  /** Registered global shortcuts. */
  shortcuts: z.array(z.string()),
  errorBoxes: z.array(z.strictObject({ title: z.string(), content: z.string() })),
  questions: z.array(question),
  saveDialogs: z.array(saveDialog),
  spawned: z.array(spawned),
  windows: z.array(window),
  loginItem: loginItemSchema.nullable(),
  isOnline: z.boolean(),
});
export type HostState = z.infer<typeof hostStateSchema>;

const message = z.strictObject({
  direction: z.enum(['toMain', 'toPage']),
  channel: z.string(),
  /** As encoded by `wire/clone.ts`. */
  content: z.string(),
});
export type TrafficMessage = z.infer<typeof message>;
export const trafficSchema = z.array(message);

/** What the control address accepts by POST. */
export const commandSchema = z.discriminatedUnion('action', [
  z.strictObject({ action: z.literal('click-menu'), path: z.array(z.string()).min(1) }),
  z.strictObject({ action: z.literal('click-tray') }),
  z.strictObject({ action: z.literal('press-shortcut'), accelerator: z.string() }),
  /** 0 is the oldest one. */
  z.strictObject({
    action: z.enum(['click-notification', 'close-notification', 'press-notification-button']),
    index: z.int().min(0),
  }),
  /** A button of a message box by its label; null: Esc. 0 is the oldest box. */
  z.strictObject({
    action: z.literal('answer-question'),
    index: z.int().min(0),
    button: z.string().nullable(),
    /** Its checkbox; default: unchanged. */
    isChecked: z.boolean().optional(),
  }),
  /** Of a save dialog; null: Esc. 0 is the oldest one. */
  z.strictObject({
    action: z.literal('choose-path'),
    index: z.int().min(0),
    path: z.string().min(1).nullable(),
  }),
  z.strictObject({
    action: z.enum([
      'suspend',
      'resume',
      'lock-screen',
      'unlock-screen',
      'shutdown',
      'online',
      'offline',
      'focus',
      'blur',
      'close',
      'minimize',
      'restore',
      'activate',
      'quit',
      'dark',
      'light',
      'turn-off-login-item',
    ]),
  }),
  /** The call fails with this error, or as Electron reports a failure, until it is null. */
  z.strictObject({
    action: z.literal('fail'),
    call: fallibleCall,
    error: z.string().nullable(),
  }),
  z.strictObject({
    action: z.literal('crash-page'),
    reason: z.enum(['crashed', 'killed', 'oom', 'abnormal-exit', 'clean-exit']).default('crashed'),
  }),
  /** The user drags the newest window's corner. */
  z.strictObject({ action: z.literal('resize'), width: z.int(), height: z.int() }),
  z.strictObject({ action: z.literal('move-cursor'), x: z.int(), y: z.int() }),
  z.strictObject({ action: z.literal('change-displays'), displays: z.array(display).min(1) }),
  z.strictObject({
    action: z.literal('second-instance'),
    argv: z.array(z.string()).default([]),
    workingDirectory: z.string().default('/'),
  }),
  /** Calls the app's protocol handler with this exact address. */
  z.strictObject({ action: z.literal('fetch'), url: z.string() }),
  /** Whether a page is granted this permission. */
  z.strictObject({ action: z.literal('request-permission'), permission: z.string() }),
  /** Whether a page may download this. */
  z.strictObject({ action: z.literal('request-download'), url: z.string() }),
]);
export type HostCommand = z.input<typeof commandSchema>;
export type ParsedCommand = z.output<typeof commandSchema>;
