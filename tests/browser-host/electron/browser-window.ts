import { z } from 'zod';
import type { Bounds, WindowState } from '../host-state.ts';
import { argument } from './argument.ts';
import { emitter, preventableEvent } from './emitter.ts';
import { readPreload } from './preload-file.ts';
import { strict } from './strict.ts';
import type { HostContents } from './web-contents.ts';

const EVENTS = [
  'show',
  'hide',
  'focus',
  'blur',
  'close',
  'closed',
  'ready-to-show',
  'resize',
  'resized',
  'move',
  'moved',
  // Windows only, at the end of a session.
  'session-end',
  'query-session-end',
] as const;

const flag = z.boolean().optional();
const whole = z.int().optional();
/** What may be asked of a window. What would open a wall of Electron's is refused. */
const optionsSchema = z.strictObject({
  width: whole,
  height: whole,
  x: whole,
  y: whole,
  minWidth: whole,
  minHeight: whole,
  maxWidth: whole,
  maxHeight: whole,
  show: flag,
  frame: flag,
  resizable: flag,
  movable: flag,
  minimizable: flag,
  maximizable: flag,
  fullscreenable: flag,
  closable: flag,
  skipTaskbar: flag,
  alwaysOnTop: flag,
  hasShadow: flag,
  roundedCorners: flag,
  transparent: z.literal(false).optional(),
  autoHideMenuBar: flag,
  useContentSize: flag,
  center: flag,
  title: z.string().optional(),
  icon: z.unknown().optional(),
  type: z.string().optional(),
  backgroundColor: z.string().optional(),
  titleBarStyle: z.string().optional(),
  webPreferences: z
    .strictObject({
      preload: z.string().optional(),
      sandbox: z.literal(true).optional(),
      contextIsolation: z.literal(true).optional(),
      nodeIntegration: z.literal(false).optional(),
      nodeIntegrationInSubFrames: z.literal(false).optional(),
      nodeIntegrationInWorker: z.literal(false).optional(),
      webviewTag: z.literal(false).optional(),
      webSecurity: z.literal(true).optional(),
      allowRunningInsecureContent: z.literal(false).optional(),
      experimentalFeatures: z.literal(false).optional(),
      navigateOnDragDrop: z.literal(false).optional(),
      safeDialogs: flag,
      spellcheck: flag,
      devTools: flag,
      enableWebSQL: flag,
      disableBlinkFeatures: z.string().optional(),
    })
    .optional(),
});

const boundsSchema = z.strictObject({ x: whole, y: whole, width: whole, height: whole });

/** What a window needs of the host. */
export interface WindowDeps {
  readonly id: number;
  readonly contents: (url: () => string, onLoaded: () => void) => HostContents;
  /** Where a browser finds an address of the app in this window. */
  readonly address: (url: string) => string;
  readonly onDestroyed: () => void;
}

export interface HostWindow {
  readonly id: number;
  readonly proxy: object;
  readonly contents: HostContents;
  /** Null without a preload. */
  readonly preload: string | null;
  /** Empty before anything was loaded. */
  url(): string;
  isVisible(): boolean;
  state(): WindowState;
  focus(): void;
  blur(): void;
  /** False when a listener prevented it. */
  close(): boolean;
}

export function createWindow(input: unknown, deps: WindowDeps): HostWindow {
  const options = argument('BrowserWindow', optionsSchema, input ?? {});
  const preloadPath = options.webPreferences?.preload;
  const preload = preloadPath === undefined ? null : readPreload(preloadPath);
  let bounds: Bounds = {
    x: options.x ?? 560,
    y: options.y ?? 240,
    width: options.width ?? 800,
    height: options.height ?? 600,
  };
  let url = '';
  let isVisible = false;
  let isFocused = false;
  let isReady = false;
  let isDestroyed = false;
  let loading: PromiseWithResolvers<void> | null = null;
  const events = emitter('BrowserWindow', EVENTS, () => proxy);

  const contents = deps.contents(
    () => url,
    () => {
      loading?.resolve();
      loading = null;
      if (isReady) return;
      isReady = true;
      events.emit('ready-to-show', preventableEvent());
    },
  );
  const tellVisibility = () => {
    for (const page of contents.pages) page.send({ type: 'visible', isVisible });
  };
  const focus = () => {
    if (isFocused || !isVisible) return;
    isFocused = true;
    events.emit('focus', preventableEvent());
  };
  const blur = () => {
    if (!isFocused) return;
    isFocused = false;
    events.emit('blur', preventableEvent());
  };
  const show = () => {
    if (isVisible) return;
    isVisible = true;
    tellVisibility();
    events.emit('show', preventableEvent());
  };
  const hide = () => {
    if (!isVisible) return;
    isVisible = false;
    tellVisibility();
    blur();
    events.emit('hide', preventableEvent());
  };
  const destroy = () => {
    if (isDestroyed) return;
    isDestroyed = true;
    isVisible = false;
    contents.destroy();
    events.emit('closed', preventableEvent());
    deps.onDestroyed();
  };
  const close = () => {
    if (events.emitPreventable('close')) return false;
    destroy();
    return true;
  };
  const setBounds = (next: Partial<Bounds>) => {
    const before = bounds;
    bounds = { ...bounds, ...next };
    if (before.x !== bounds.x || before.y !== bounds.y) events.emit('move', preventableEvent());
    if (before.width !== bounds.width || before.height !== bounds.height) {
      events.emit('resize', preventableEvent());
    }
  };
  const alive = <Args extends unknown[], Result>(call: (...args: Args) => Result) => {
    return (...args: Args): Result => {
      if (isDestroyed) throw new TypeError('Object has been destroyed');
      return call(...args);
    };
  };

  const proxy: object = strict('BrowserWindow', {
    ...events.methods,
    id: deps.id,
    webContents: contents.proxy,
    isDestroyed: () => isDestroyed,
    isVisible: alive(() => isVisible),
    // Nobody can minimise a window here.
    isMinimized: alive(() => false),
    // Resolves when a browser has loaded it; until one comes, the window is loading.
    loadURL: alive((next: unknown) => {
      url = argument('BrowserWindow.loadURL', z.url(), next);
      loading ??= Promise.withResolvers<void>();
      for (const page of contents.pages) page.send({ type: 'load', address: deps.address(url) });
      return loading.promise;
    }),
    show: alive(() => {
      show();
      focus();
    }),
    hide: alive(hide),
    destroy,
    getBounds: alive(() => ({ ...bounds })),
    setBounds: alive((next: unknown) =>
      setBounds(
        Object.fromEntries(
          Object.entries(argument('BrowserWindow.setBounds', boundsSchema, next)).filter(
            ([, value]) => value !== undefined,
          ),
        ),
      ),
    ),
    getSize: alive(() => [bounds.width, bounds.height]),
    setVisibleOnAllWorkspaces: alive((isVisible: unknown) => {
      argument('BrowserWindow.setVisibleOnAllWorkspaces', z.boolean(), isVisible);
    }),
  });
  if (options.show ?? true) queueMicrotask(show);

  return {
    id: deps.id,
    proxy,
    contents,
    preload,
    url: () => url,
    isVisible: () => isVisible,
    state: () => ({
      id: deps.id,
      title: contents.title() || (options.title ?? ''),
      url,
      address: url === '' ? '' : deps.address(url),
      isVisible,
      isFocused,
      hasFrame: options.frame ?? true,
      isInTaskbar: !(options.skipTaskbar ?? false),
      isOnTop: options.alwaysOnTop ?? false,
      bounds,
      pages: contents.pages.size,
    }),
    focus,
    blur,
    close,
  };
}
