import type {
  Answer,
  Destination,
  PanelStart,
  PushListeners,
} from '../../src/shared/ipc/bridge.ts';
import type { Screen } from '../../src/shared/ipc/contract.ts';
import type { AppPatch } from '../../src/shared/state/index.ts';

/** A request from the panel. */
export interface RecordedRequest {
  readonly name: string;
  readonly input: unknown;
}

/** Main's side of the bridge in the page: recorded requests, answers to give, and messages to send. */
export interface FakeMain {
  readonly requests: RecordedRequest[];
  answers: Record<string, Answer<unknown>>;
  /** Names of requests to leave unanswered. */
  readonly held: string[];
  /** The screen that the panel reported last; null: none yet. */
  screen: Screen | null;
  /** Answers the requests that were held. */
  release(): void;
  /** Forgets the requests, the screen and what was set here, and answers requests that were held. */
  clear(): void;
  start(begin: PanelStart): void;
  patch(patch: AppPatch): void;
  go(destination: Destination): void;
}

/**
 * Installs a bridge that accepts every request, and `fakeMain` to control it. Runs in the page first, so it must not use
 * anything outside its body. @param begin null: main has not sent its state yet
 */
export function installFakeBridge(begin: PanelStart | null): void {
  const watchers = new Set<PushListeners>();
  const view = { rows: [], rowCount: 0, bars: [] };
  const usual: Readonly<Record<string, Answer<unknown>>> = {
    checkHostKey: {
      ok: true,
      value: { what: 'It shows the stored host key.', advice: 'Nothing has to be done.' },
    },
    previewInclude: {
      ok: true,
      value: {
        path: '/home/lea/.ssh/config',
        target: '/home/lea/.ssh/config',
        state: 'absent',
        lines: ['# GPU Tray: short names for your VMs.', 'Include ~/.ssh/gpu-tray/config'],
        obstacle: null,
        pattern: null,
      },
    },
    addInclude: { ok: true, value: undefined },
    removeInclude: { ok: true, value: undefined },
    diagnose: {
      ok: true,
      value: [
        ['keychain', 'ok', 'Available.', null],
        ['network', 'ok', 'Connected, without a proxy.', null],
        ['service', 'failed', 'Failed to reach the service.', 'Check your network.'],
        ['certificate', 'unknown', 'Not checked: the provider was not reached.', null],
        ['tray', 'warning', 'This desktop shows no tray icons.', 'Launch GPU Tray again.'],
        ['updates', 'notApplicable', 'GPU Tray does not check for updates.', null],
      ].map(([id, state, detail, nextStep]) => ({ id, subject: null, state, detail, nextStep })),
    },
    readGpuLoad: { ok: true, value: { samples: [] } },
    readUsage: {
      ok: true,
      value: {
        ...{ totalCost: 0, views: { vm: view, account: view, gpu: view } },
        ...{ notes: [], differences: [], problems: [] },
      },
    },
    exportUsage: { ok: true, value: { isSaved: true } },
    readCloudOffers: {
      ok: true,
      value: {
        ...{ offers: [], isComplete: true, problems: [], at: 0 },
        filter: { gpu: '' },
      },
    },
    readLocalKeys: { ok: true, value: [] },
    readQuote: { ok: true, value: null },
    signInWithKey: { ok: true, value: { accountId: 'a1' } },
    signInWithPassword: { ok: true, value: { accountId: 'a1' } },
  };
  const answerTo = (name: string) => main.answers[name] ?? { ok: true, value: undefined };
  const waiting: (() => void)[] = [];
  const main: FakeMain = {
    requests: [],
    held: [],
    screen: null,
    answers: { ...usual },
    release: () => {
      main.held.length = 0;
      for (const answer of waiting.splice(0)) answer();
    },
    clear: () => {
      main.requests.length = 0;
      main.screen = null;
      main.answers = { ...usual };
      main.release();
    },
    start: (again) => {
      for (const watcher of watchers) watcher.start(again);
    },
    patch: (patch) => {
      for (const watcher of watchers) watcher.patch(patch);
    },
    go: (destination) => {
      for (const watcher of watchers) watcher.go(destination);
    },
  };
  const bridge = new Proxy(
    {},
    {
      get: (_, property) => (input: unknown) => {
        const name = String(property);
        main.requests.push({ name, input });
        if (!main.held.includes(name)) return Promise.resolve(answerTo(name));
        return new Promise((done) => waiting.push(() => done(answerTo(name))));
      },
    },
  );
  const watch = (listeners: PushListeners) => {
    watchers.add(listeners);
    if (begin !== null) setTimeout(() => listeners.start(begin));
  };
  const keepScreen = (screen: Screen) => {
    main.screen = screen;
    return Promise.resolve({ ok: true, value: undefined });
  };
  const own: Readonly<Record<string | symbol, unknown>> = { watch, keepScreen };
  Object.assign(globalThis, {
    fakeMain: main,
    gpuTray: new Proxy(bridge, {
      get: (target, name) => own[name] ?? Reflect.get(target, name),
    }),
  });
}
