// Loaded into Electron before the app (`electron -r`). Electron cannot report what a tray or a notification shows, so this
// records their method calls.

const { createRequire } = require('node:module');

// The linter restricts `electron` to src/main; this file runs inside Electron too.
const electron = createRequire(__filename)('electron');

const images = new WeakMap();
const trays = new Map();
const notifications = [];
const questions = [];
const saveDialogs = [];
const openedUrls = [];
const traffic = [];
let lastImage = '';

const createFromPath = electron.nativeImage.createFromPath;
electron.nativeImage.createFromPath = (path) => {
  const image = createFromPath(path);
  images.set(image, path);
  lastImage = path;
  return image;
};

function recordOf(tray) {
  const known = trays.get(tray);
  if (known) return known;
  // The constructor's image is the last one created before the first method call.
  const record = { icon: lastImage, title: '', tooltip: '', menu: null, changes: 0 };
  trays.set(tray, record);
  return record;
}

function recordCalls(method, note) {
  const original = electron.Tray.prototype[method];
  electron.Tray.prototype[method] = function recorded(...args) {
    const record = recordOf(this);
    note(record, args[0]);
    record.changes += 1;
    return original.apply(this, args);
  };
}

recordCalls('setImage', (record, image) => {
  record.icon = typeof image === 'string' ? image : (images.get(image) ?? '');
});
recordCalls('setTitle', (record, title) => {
  record.title = title;
});
recordCalls('setToolTip', (record, tooltip) => {
  record.tooltip = tooltip;
});
recordCalls('setContextMenu', (record, menu) => {
  record.menu = menu;
});

// macOS opens the menu on a right click. Recorded instead, since a test cannot close it.
electron.Tray.prototype.popUpContextMenu = function popUp(menu) {
  recordOf(this).menu = menu;
};

electron.Notification.prototype.show = function show() {
  const record = { notification: this, title: this.title, body: this.body, isOpen: true };
  notifications.push(record);
};

electron.shell.openExternal = async (url) => {
  openedUrls.push(url);
};

// A real box would block the test. Its window loses the focus, as with a real one.
electron.dialog.showMessageBox = (...args) => {
  const box = args.at(-1);
  const parent = args.length > 1 ? args[0] : null;
  return new Promise((resolve) => {
    const record = {
      box,
      window: parent?.id ?? null,
      answer: null,
      isOpen: () => record.answer === null && !(parent?.isDestroyed() ?? false),
      press(response, checkboxChecked) {
        if (!record.isOpen()) return;
        record.answer = response;
        resolve({ response, checkboxChecked });
      },
    };
    questions.push(record);
    box.signal?.addEventListener('abort', () => record.press(box.cancelId, false));
    parent?.emit('blur');
  });
};

electron.dialog.showSaveDialog = (...args) => {
  const { defaultPath } = args.at(-1);
  const parent = args.length > 1 ? args[0] : null;
  return new Promise((resolve) => {
    const record = {
      defaultPath,
      window: parent?.id ?? null,
      path: null,
      isAnswered: false,
      isOpen: () => !record.isAnswered && !(parent?.isDestroyed() ?? false),
      choose(path) {
        record.isAnswered = true;
        record.path = path;
        resolve({ canceled: path === null, filePath: path ?? '' });
      },
    };
    saveDialogs.push(record);
    parent?.emit('blur');
  });
};

// Chromium's network cannot be turned off from outside, so main's two entry points are replaced.
let isOnline = !process.env.GPU_TRAY_RECORDER_OFFLINE;
electron.net.isOnline = () => isOnline;
const netFetch = electron.net.fetch;
electron.net.fetch = async (input, init) => {
  const url = typeof input === 'string' ? input : input.url;
  if (!isOnline && /^https?:/.test(url)) throw new Error('net::ERR_INTERNET_DISCONNECTED');
  return netFetch.call(electron.net, input, init);
};

const handle = electron.ipcMain.handle.bind(electron.ipcMain);
electron.ipcMain.handle = (channel, listener) =>
  handle(channel, async (event, ...args) => {
    traffic.push({ direction: 'toMain', channel, content: JSON.stringify(args) ?? '' });
    const answer = await listener(event, ...args);
    traffic.push({ direction: 'toPage', channel, content: JSON.stringify(answer) ?? '' });
    return answer;
  });

electron.app.on('web-contents-created', (_event, contents) => {
  const send = contents.send.bind(contents);
  contents.send = (channel, ...args) => {
    traffic.push({ direction: 'toPage', channel, content: JSON.stringify(args) });
    send(channel, ...args);
  };
});

function currentTray() {
  const [tray, record] = [...trays].findLast(([each]) => !each.isDestroyed()) ?? [];
  if (!tray) return null;
  if (tray.listenerCount('right-click') > 0) tray.emit('right-click', {}, tray.getBounds());
  return record;
}

function nodes(menu) {
  if (!menu) return null;
  return menu.items.map(({ label, type, enabled, visible, checked, submenu }) => ({
    label,
    type,
    enabled,
    visible,
    checked,
    submenu: nodes(submenu),
  }));
}

globalThis.gpuTrayRecorder = {
  async desktop() {
    const record = currentTray();
    return {
      tray: record && {
        icon: record.icon,
        iconSize: electron.nativeImage.createFromPath(record.icon).getSize(),
        isTemplate: /Template\.png$/.test(record.icon),
        title: record.title,
        tooltip: record.tooltip,
        menu: nodes(record.menu),
        changes: record.changes,
      },
      notifications: notifications.map(({ title, body, isOpen }) => ({ title, body, isOpen })),
      clipboard: await electron.clipboard.readText(),
      openedUrls,
      questions: questions.map(({ box, window, answer, isOpen }) => ({
        type: box.type,
        title: box.title,
        message: box.message,
        detail: box.detail,
        buttons: box.buttons,
        default: box.buttons[box.defaultId],
        cancel: box.buttons[box.cancelId],
        checkbox: box.checkboxLabel ?? '',
        window,
        isOpen: isOpen(),
        answer: answer === null ? null : box.buttons[answer],
      })),
      saveDialogs: saveDialogs.map(({ defaultPath, window, path, isOpen }) => ({
        ...{ defaultPath, window, path },
        isOpen: isOpen(),
      })),
    };
  },
  answerQuestion(button, isChecked) {
    const open = questions.find((question) => question.isOpen());
    if (!open) throw new Error('no message box is open');
    const at = button === null ? open.box.cancelId : open.box.buttons.indexOf(button);
    if (at === -1) throw new Error(`no “${button}” among: ${open.box.buttons.join(' | ')}`);
    open.press(at, isChecked);
  },
  choosePath(path) {
    const open = saveDialogs.find((dialog) => dialog.isOpen());
    if (!open) throw new Error('no save dialog is open');
    open.choose(path);
  },
  clickMenu(path) {
    let items = currentTray()?.menu?.items ?? [];
    let found = null;
    for (const label of path) {
      found = items.find((item) => item.label === label && item.enabled) ?? null;
      items = found?.submenu?.items ?? [];
    }
    if (found === null) throw new Error(`no menu item ${path.join(' › ')} that can be clicked`);
    found.click();
  },
  clickNotification(index) {
    const record = notifications[index];
    record.isOpen = false;
    record.notification.emit('click', { preventDefault() {} });
  },
  setOnline(is) {
    isOnline = is;
  },
  traffic: () => traffic,
};
