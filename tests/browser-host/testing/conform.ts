import { compileFunction } from 'node:vm';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createElectron, type HostElectron } from '../electron/create-electron.ts';
import type { Page } from '../electron/web-contents.ts';
import { commandSchema, type DisplayState, type HostCommand } from '../host-state.ts';
import { perform } from '../serve/control.ts';
import { decodeClone, encodeClone } from '../wire/clone.ts';
import type { HostMessage, PageMessage } from '../wire/messages.ts';
import { type AppFolder, appFolder } from './running.ts';

/**
 * Electron's behavior: the test of Electron's own that says so (`spec/api-<module>-spec.ts`) or the document or source, then code
 * for the app, and the result of its expression or `return`. A regular expression is the message of an error.
 */
export type Case = readonly [source: string, code: string, result: unknown];

interface Setup {
  readonly platform?: NodeJS.Platform;
  readonly isWayland?: boolean;
  readonly isReady?: boolean;
  /** Whether the desktop shows trays. */
  readonly hasTray?: boolean;
  readonly argv?: readonly string[];
  readonly displays?: readonly DisplayState[];
  readonly isOnline?: boolean;
}

const DISPLAY: DisplayState = { x: 0, y: 0, width: 1920, height: 1080, scaleFactor: 1 };

/** A page in a window, as a browser would show it. */
interface FakePage extends Page {
  /** What it received. */
  readonly received: HostMessage[];
  say(message: PageMessage): Promise<void>;
  /** The value of a message to it. */
  value(text: string): unknown;
}

function openPage(host: HostElectron, foreignUrl: string | null = null): FakePage {
  const window = host.windows.open().at(-1);
  if (window === undefined) throw new Error('there is no window');
  const received: HostMessage[] = [];
  const page: FakePage = {
    foreignUrl,
    received,
    send: (message) => void received.push(message),
    say: (message) => window.contents.receive(page, message),
    value: decodeClone,
  };
  window.contents.attach(page);
  return page;
}

const later = async () => {
  for (let turn = 0; turn < 3; turn += 1) await new Promise(setImmediate);
};

/** What the code of a case may use besides Electron's exports. */
function toolsFor(host: HostElectron, folder: string, uncaught: unknown[], exits: number[]) {
  return {
    ...host.parts,
    ...{ host, uncaught, exits, later, encode: encodeClone },
    file: (name: string) => `${folder}/${name}`,
    act: (command: HostCommand) => perform(host, commandSchema.parse(command)),
    /** Names of the events that come, in their order. */
    log(emitter: NodeJS.EventEmitter, ...events: string[]) {
      const seen: string[] = [];
      for (const event of events) emitter.on(event, () => void seen.push(event));
      return seen;
    },
    size: (window: Electron.BrowserWindow) => {
      const { width, height } = window.getBounds();
      return [width, height];
    },
    position: (window: Electron.BrowserWindow) => {
      const { x, y } = window.getBounds();
      return [x, y];
    },
    /** Of the newest window. */
    title: () => host.windows.open().at(-1)?.state().title,
    page: (foreignUrl?: string) => openPage(host, foreignUrl),
    /** A browser that shows the newest window's page. */
    async loaded() {
      const page = openPage(host);
      for (const message of [{ type: 'title', title: 'Page' }, { type: 'loaded' }] as const)
        await page.say(message);
      return page;
    },
  };
}

/** Checks the cases, each in a new host in this process. */
export function conforms(module: string, cases: readonly Case[], setup: Setup = {}): void {
  let app: AppFolder;
  beforeAll(async () => {
    app = await appFolder();
  });
  afterAll(() => app[Symbol.asyncDispose]());

  describe(module, () => {
    test.each(cases)('%s: %s', async (_, code, result) => {
      const { isReady = true, isWayland = false, displays = [DISPLAY], isOnline = true } = setup;
      const uncaught: unknown[] = [];
      const exits: number[] = [];
      const host = createElectron({
        ...{ folder: app.folder, userData: app.userData, displays, isOnline, isWayland },
        platform: setup.platform ?? 'linux',
        argv: setup.argv ?? [],
        address: (id, url) => `http://host/${id}/${url}`,
        appUrl: (address) => address.replace(/^http:\/\/host\/\d+\//, ''),
        requestLock: () => true,
        registerIcon: async () => setup.hasTray ?? true,
        exit: (exitCode) => void exits.push(exitCode),
        programs: () => [],
        uncaught: (error) => void uncaught.push(error),
      });
      if (isReady) host.app.becomeReady();
      const tools = toolsFor(host, app.folder, uncaught, exits);
      const body = /;|\breturn\b/.test(code) ? code : `return (${code});`;
      const run = compileFunction(`return (async () => { ${body} })()`, Object.keys(tools));
      const running: Promise<unknown> = run(...Object.values(tools));
      if (result instanceof RegExp) await expect(running).rejects.toThrow(result);
      else expect(await running).toEqual(result);
    });
  });
}
