import { z } from 'zod';
import type { Bounds, WindowState } from '../host-state.ts';
import type { HostApp } from './app.ts';
import type { Desk } from './displays.ts';
import { type Runtime, soon } from './runtime.ts';
import { argument, preventableEvent, strictClass, strictEmitter } from './strict.ts';
import { type ContentsOptions, createContents, type HostContents } from './web-contents.ts';
import { readPreload, windowOptions } from './window-options.ts';

const EVENTS = [
  ...['show', 'hide', 'focus', 'blur', 'close', 'closed', 'ready-to-show'],
  ...['resize', 'resized', 'move', 'moved'],
  ...['minimize', 'restore'],
  // Windows only, at the end of a session.
  ...['session-end', 'query-session-end'],
];

const number = z.number().transform(Math.round).exactOptional();
const boundsSchema = z.strictObject({ x: number, y: number, width: number, height: number });
const pair = z.tuple([z.int(), z.int()]);

export interface WindowDeps {
  readonly id: number;
  readonly runtime: Runtime;
  readonly desk: Desk;
  readonly appName: () => string;
  readonly contents: (onLoaded: () => void) => HostContents;
  /** The browser's address of one of the app's. */
  readonly address: (url: string) => string;
  readonly onDestroyed: () => void;
}

function createWindow(input: unknown, deps: WindowDeps) {
  const { runtime, desk } = deps;
  const options = argument('BrowserWindow', windowOptions, input ?? {});
  const preloadPath = options.webPreferences?.preload;
  const preload = preloadPath === undefined ? null : readPreload(preloadPath);
  const limits = {
    min: [options.minWidth ?? 0, options.minHeight ?? 0],
  };
  const hasFrame = options.frame ?? true;
  let title = options.title ?? deps.appName();
  let isVisible = false;
  let wasShown = false;
  let isFocused = false;
  let isMinimized = false;
  let isDrawn = false;
  let isReady = false;
  let isDestroyed = false;

  const clamp = (size: number, side: 0 | 1) => Math.max(size, limits.min[side] ?? 0);
  const placed = (next: Bounds): Bounds => ({
    // Wayland neither places windows nor reports where they are.
    ...(runtime.isWayland ? { x: 0, y: 0 } : { x: next.x, y: next.y }),
    width: clamp(next.width, 0),
    height: clamp(next.height, 1),
  });
  let bounds = placed({
    x: options.x ?? 560,
    y: options.y ?? 240,
    width: options.width ?? 800,
    height: options.height ?? 600,
  });
  /** Frameless bounds come back larger at fractional scales (electron/electron#51572). */
  const reported = (): Bounds => {
    const isOff = !hasFrame && !Number.isInteger(desk.scaleAt(bounds));
    const { x, y, width, height } = bounds;
    return isOff ? { x, y, width: width + 1, height: height + 1 } : { ...bounds };
  };

  const contents = deps.contents(() => {
    isDrawn = true;
    becomeReady();
  });
  const becomeReady = () => {
    // A hidden window of Wayland gets no frame (electron/electron#48859).
    if (isReady || !isDrawn || (runtime.isWayland && !isVisible)) return;
    isReady = true;
    emit('ready-to-show');
  };
  const emit = (event: string) => window.emit(event, preventableEvent());
  /** Electron posts focus and blur; a window that closes meanwhile emits neither. */
  const emitSoon = (event: 'focus' | 'blur') =>
    soon(() => {
      if (!isDestroyed) emit(event);
    });
  const showToPages = () => {
    const isShown = isVisible && !isMinimized;
    contents.setVisible({ isShown, isVisible: isShown || !(wasShown || isMinimized) });
  };
  const focus = () => {
    if (isFocused || !isVisible || isMinimized) return;
    isFocused = true;
    emitSoon('focus');
  };
  const blur = () => {
    if (!isFocused) return;
    isFocused = false;
    emitSoon('blur');
  };
  const show = () => {
    if (isVisible) return;
    isVisible = true;
    wasShown = true;
    showToPages();
    emit('show');
    becomeReady();
  };
  const hide = () => {
    if (!isVisible) return;
    blur();
    isVisible = false;
    showToPages();
    emit('hide');
  };
  const destroy = () => {
    if (isDestroyed) return;
    isDestroyed = true;
    isVisible = false;
    isFocused = false;
    contents.destroy();
    emit('closed');
    deps.onDestroyed();
  };
  const close = () => {
    if (isDestroyed) return true;
    if (window.emitPreventable('close')) return false;
    destroy();
    return true;
  };
  const setMinimized = (is: boolean) => {
    if (isMinimized === is) return;
    isMinimized = is;
    if (is) blur();
    showToPages();
    emit(is ? 'minimize' : 'restore');
  };
  const restore = () => setMinimized(false);
  const setBounds = (next: Partial<Bounds>) => {
    const before = bounds;
    bounds = placed({ ...bounds, ...next });
    if (before.x !== bounds.x || before.y !== bounds.y) emit('move');
    if (before.width !== bounds.width || before.height !== bounds.height) emit('resize');
  };

  const members = {
    id: deps.id,
    get webContents() {
      return contents.proxy;
    },
    isDestroyed: () => isDestroyed,
    isVisible: () => isVisible && (runtime.platform === 'linux' || !isMinimized),
    isFocused: () => isFocused,
    isMinimized: () => isMinimized,
    // Nothing maximizes it here.
    isMaximized: () => false,
    restore,
    setMinimumSize(...size: readonly unknown[]) {
      limits.min = argument('BrowserWindow.setMinimumSize', pair, size);
    },
    loadURL: contents.load,
    show() {
      show();
      // Wayland gives the focus to whom the user chose.
      if (!runtime.isWayland) focus();
    },
    hide,
    close,
    destroy,
    getBounds: reported,
    setBounds: (next: unknown) =>
      setBounds(argument('BrowserWindow.setBounds', boundsSchema, next)),
    setVisibleOnAllWorkspaces(is: unknown) {
      argument('BrowserWindow.setVisibleOnAllWorkspaces', z.boolean(), is);
    },
  };
  const window = strictEmitter(runtime, 'BrowserWindow', EVENTS, members, {
    gone: () => (isDestroyed ? new TypeError('Object has been destroyed') : null),
  });
  contents.onTitle((next) => {
    title = next;
  });
  if (options.show ?? true) soon(() => isDestroyed || members.show());

  return {
    id: deps.id,
    proxy: window.object,
    contents,
    preload,
    isVisible: () => isVisible,
    state: (): WindowState => ({
      id: deps.id,
      title,
      url: contents.url(),
      address: contents.url() === '' ? '' : deps.address(contents.url()),
      isVisible,
      isFocused,
      isMinimized,
      hasFrame,
      isInTaskbar: !(options.skipTaskbar ?? false),
      isOnTop: options.alwaysOnTop ?? false,
      webRtcPolicy: contents.webRtcPolicy(),
      bounds: reported(),
      pages: contents.pages.size,
    }),
    focus,
    blur,
    minimize: () => setMinimized(true),
    restore,
    /** The user drags its lower right corner to this size. */
    resize(width: number, height: number) {
      setBounds({ width, height });
      // Linux does not report the end of a drag.
      if (runtime.platform !== 'linux') emit('resized');
    },
    close,
    destroy,
  };
}

export interface WindowsDeps extends Omit<ContentsOptions, 'id' | 'onLoaded' | 'emit'> {
  readonly desk: Desk;
  readonly appName: () => string;
  readonly emit: HostApp['emit'];
  readonly onAllClosed: () => void;
}

export function createWindows(deps: WindowsDeps) {
  const windows = new Map<number, HostWindow>();
  let count = 0;
  const create = (input: unknown): object => {
    deps.runtime.demandReady('Cannot create BrowserWindow before app is ready');
    count += 1;
    const id = count;
    const window: HostWindow = createWindow(input, {
      id,
      runtime: deps.runtime,
      desk: deps.desk,
      appName: deps.appName,
      contents: (onLoaded) => createContents({ ...deps, id, onLoaded }),
      address: (url) => deps.address(id, url),
      onDestroyed() {
        windows.delete(id);
        if (windows.size === 0) deps.onAllClosed();
      },
    });
    windows.set(id, window);
    deps.emit('web-contents-created', preventableEvent(), window.contents.proxy);
    return window.proxy;
  };
  const proxies = () => [...windows.values()].map(({ proxy }) => proxy);
  return {
    BrowserWindow: strictClass('BrowserWindow', create, {
      getAllWindows: proxies,
    }),
    /** Oldest first, without destroyed ones. */
    open: () => [...windows.values()],
    find: (id: number) => windows.get(id) ?? null,
    // Each: one that stays open does not keep the others.
    close: () => [...windows.values()].map((window) => window.close()).every(Boolean),
    destroy() {
      for (const window of [...windows.values()]) window.destroy();
    },
  };
}

export type HostWindows = ReturnType<typeof createWindows>;

export type HostWindow = ReturnType<typeof createWindow>;
