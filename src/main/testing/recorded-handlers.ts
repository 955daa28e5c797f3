import type { Handlers } from '../ipc/handle.ts';

/** Handlers that record their calls and always succeed. */
export function recordedHandlers() {
  const calls: unknown[] = [];
  const record = async (name: string, input?: unknown) => {
    calls.push(input === undefined ? [name] : [name, input]);
  };
  const signIn = async (name: string, input: unknown) => {
    await record(name, input);
    return { accountId: 'a' };
  };
  const handlers: Handlers = {
    signInWithKey: (input) => signIn('signInWithKey', input),
    signInWithPassword: (input) => signIn('signInWithPassword', input),
    setWriteKey: (input) => record('setWriteKey', input),
    signOut: (input) => record('signOut', input),
    testNotification: () => record('testNotification'),
    async addDestination(input) {
      await record('addDestination', input);
      return { id: 'd' };
    },
    changeDestination: (input) => record('changeDestination', input),
    removeDestination: (input) => record('removeDestination', input),
    testDestination: (input) => record('testDestination', input),
    muteVm: (input) => record('muteVm', input),
    changeAccount: (input) => record('changeAccount', input),
    setAutoStop: (input) => record('setAutoStop', input),
    disarmAll: (input) => record('disarmAll', input),
    operateVm: (input) => record('operateVm', input),
    async readLaunchChoices(input) {
      await record('readLaunchChoices', input);
      const none = { images: [], defaultImage: null, disk: null, keys: null, minBid: null };
      const not = { hasOtherImages: false, hasName: false, hasPassword: false };
      return { ...none, ...not, months: [], balance: null, notes: [] };
    },
    async readQuote(input) {
      await record('readQuote', input);
      return null;
    },
    async readLocalKeys() {
      await record('readLocalKeys');
      return [];
    },
    acceptRate: () => record('acceptRate'),
    refresh: (input) => record('refresh', input),
    copyFromVm: (input) => record('copyFromVm', input),
    copyPortForward: (input) => record('copyPortForward', input),
    openTerminal: (input) => record('openTerminal', input),
    openEditor: (input) => record('openEditor', input),
    async checkHostKey(input) {
      await record('checkHostKey', input);
      return { what: 'It is the same.', advice: 'Nothing has to be done.', command: null };
    },
    rescan: () => record('rescan'),
    async previewInclude() {
      await record('previewInclude');
      const texts = { path: '~/.ssh/config', target: '~/.ssh/config', obstacle: null };
      return { ...texts, state: 'absent', lines: [], pattern: null };
    },
    addInclude: () => record('addInclude'),
    removeInclude: () => record('removeInclude'),
    async readGpuLoad(input) {
      await record('readGpuLoad', input);
      return { samples: [] };
    },
    retryGpuLoad: (input) => record('retryGpuLoad', input),
    openConsole: (input) => record('openConsole', input),
    openKeysPage: (input) => record('openKeysPage', input),
    openLoginPage: (input) => record('openLoginPage', input),
    openLackPage: (input) => record('openLackPage', input),
    async readUsage(input) {
      await record('readUsage', input);
      const view = { rows: [], rowCount: 0, bars: [] };
      const lists = { notes: [], differences: [], problems: [] };
      const views = { vm: view, account: view, gpu: view };
      return { totalCost: null, views, ...lists, differenceCount: 0 };
    },
    async exportUsage(input) {
      await record('exportUsage', input);
      return { isSaved: false };
    },
    async readCloudOffers(input) {
      await record('readCloudOffers', input);
      return { offers: [], isComplete: true, problems: [], filter: input, at: 0 };
    },
    launchVm: (input) => record('launchVm', input),
    dismissLaunch: () => record('dismissLaunch'),
    snoozeAlert: (input) => record('snoozeAlert', input),
    changePreferences: (input) => record('changePreferences', input),
    changeLogin: (input) => record('changeLogin', input),
    async diagnose() {
      await record('diagnose');
      return [];
    },
    copyDiagnostics: () => record('copyDiagnostics'),
    copyShapes: () => record('copyShapes'),
    checkForUpdates: () => record('checkForUpdates'),
    installUpdate: () => record('installUpdate'),
    dismissNotice: () => record('dismissNotice'),
    hidePanel: () => record('hidePanel'),
    keepScreen: (input) => record('keepScreen', input),
    reportCrash: (input) => record('reportCrash', input),
    quit: () => record('quit'),
  };
  return { handlers, calls };
}
