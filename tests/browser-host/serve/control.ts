import type { IncomingMessage, ServerResponse } from 'node:http';
import { z } from 'zod';
import type { HostElectron } from '../electron/create-electron.ts';
import { soon } from '../electron/runtime.ts';
import { preventableEvent } from '../electron/strict.ts';
import type { HostWindow } from '../electron/windows.ts';
import { commandSchema, type ParsedCommand } from '../host-state.ts';
import { answerJson } from './answer.ts';

/** ms for the app to open a window after a second launch. */
const OPEN_WITHIN_MS = 10_000;
const CHECK_EVERY_MS = 25;

function loadedWindow(electron: HostElectron): HostWindow | null {
  return electron.windows.open().findLast((window) => window.contents.url() !== '') ?? null;
}

/** Emits what a second launch emits in the running app. */
function launchAgain(
  electron: HostElectron,
  argv: readonly string[] = [],
  workingDirectory = '/',
): void {
  const details = preventableEvent();
  electron.app.emit(
    'second-instance',
    details,
    [process.execPath, ...argv],
    workingDirectory,
    null,
  );
}

/** A visible window, or the one that a second launch opens; null when none opens. */
export async function windowToOpen(electron: HostElectron): Promise<HostWindow | null> {
  const shown = loadedWindow(electron);
  if (shown?.isVisible()) return shown;
  const deadline = performance.now() + OPEN_WITHIN_MS;
  let isLaunched = false;
  for (;;) {
    // The app may just be starting.
    if (!isLaunched && electron.app.hasListener('second-instance')) {
      launchAgain(electron);
      isLaunched = true;
    }
    const window = loadedWindow(electron);
    if (window !== null) return window;
    if (performance.now() > deadline) return null;
    await new Promise((resolve) => setTimeout(resolve, CHECK_EVERY_MS));
  }
}

const MAX_BYTES = 64 * 1024;

async function readBody(request: IncomingMessage): Promise<string> {
  request.setEncoding('utf8');
  let body = '';
  for await (const part of request) {
    body += String(part);
    if (body.length > MAX_BYTES) throw new Error('the body is too long');
  }
  return body;
}

function setOnline(electron: HostElectron, isOnline: boolean): void {
  electron.network.setOnline(isOnline);
  for (const window of electron.windows.open()) {
    for (const page of window.contents.pages) page.send({ type: 'online', isOnline });
  }
}

/** Performs what a user or the system would do. Resolves to the result's fields, if any. */
export async function perform(electron: HostElectron, command: ParsedCommand): Promise<unknown> {
  const newest = () => {
    const window = electron.windows.open().at(-1);
    if (window === undefined) throw new Error('there is no window');
    return window;
  };
  switch (command.action) {
    case 'click-menu':
      return electron.trays.clickMenu(command.path);
    case 'click-tray':
      // The click takes the focus first.
      for (const window of electron.windows.open()) window.blur();
      await new Promise((resolve) => soon(() => soon(() => resolve(null))));
      return electron.trays.click();
    case 'press-shortcut':
      return electron.services.pressShortcut(command.accelerator);
    case 'click-notification':
      return electron.notifications.end(command.index, 'click');
    case 'close-notification':
      return electron.notifications.end(command.index, 'close');
    case 'press-notification-button':
      return electron.notifications.end(command.index, 'action');
    case 'answer-question':
      return electron.dialog.questions.answer(command.index, command.button, command.isChecked);
    case 'choose-path':
      return electron.dialog.saves.choose(command.index, command.path);
    case 'suspend':
    case 'resume':
    case 'lock-screen':
    case 'unlock-screen':
    case 'shutdown':
      return electron.services.emitPower(command.action);
    case 'online':
    case 'offline':
      return setOnline(electron, command.action === 'online');
    case 'dark':
    case 'light':
      return electron.services.setDark(command.action === 'dark');
    case 'turn-off-login-item':
      return electron.app.turnOffLoginItem();
    case 'focus':
    case 'blur':
    case 'minimize':
    case 'restore':
      return newest()[command.action]();
    case 'resize':
      return newest().resize(command.width, command.height);
    case 'crash-page':
      return newest().contents.crash(command.reason);
    case 'fail':
      return electron.runtime.setFailure(command.call, command.error);
    case 'move-cursor':
      return electron.desk.moveCursor({ x: command.x, y: command.y });
    case 'change-displays':
      return electron.desk.change(command.displays);
    case 'close':
      if (newest().close()) return {};
      throw new Error('the window did not close');
    case 'activate':
      return electron.app.emit('activate', preventableEvent(), false);
    case 'quit':
      // After the response.
      return soon(electron.app.quit);
    case 'second-instance':
      return launchAgain(electron, command.argv, command.workingDirectory);
    case 'fetch': {
      const answer = await electron.defaultSession.protocol.answer(command.url);
      return { status: answer.status, body: await answer.text() };
    }
    case 'request-permission': {
      const { proxy } = newest().contents;
      return { isGranted: await electron.defaultSession.isGranted(proxy, command.permission) };
    }
    case 'request-download': {
      const { proxy } = newest().contents;
      return { isAllowed: electron.defaultSession.isDownloadAllowed(proxy, command.url) };
    }
  }
}

/** @param isTraffic whether to respond with the traffic instead of the state */
export async function serveControl(
  electron: HostElectron,
  isTraffic: boolean,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  if (request.method === 'GET') {
    answerJson(response, 200, isTraffic ? electron.traffic.messages() : electron.state());
    return;
  }
  if (request.method !== 'POST' || isTraffic) {
    answerJson(response, 405, { error: 'GET and POST only' });
    return;
  }
  try {
    const command = commandSchema.safeParse(JSON.parse(await readBody(request)));
    if (!command.success) {
      answerJson(response, 400, { error: z.prettifyError(command.error) });
      return;
    }
    answerJson(response, 200, { ok: true, ...Object(await perform(electron, command.data)) });
  } catch (error) {
    answerJson(response, 400, { error: error instanceof Error ? error.message : String(error) });
  }
}
