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

/** Performs what a user or the system would do. Resolves to the result's fields. */
export async function perform(electron: HostElectron, command: ParsedCommand): Promise<object> {
  const newest = () => {
    const window = electron.windows.open().at(-1);
    if (window === undefined) throw new Error('there is no window');
    return window;
  };
  switch (command.action) {
    case 'click-menu':
      await electron.trays.clickMenu(command.path);
      return {};
    case 'click-tray':
      // The click takes the focus first.
      for (const window of electron.windows.open()) window.blur();
      await new Promise((resolve) => soon(() => soon(() => resolve(null))));
      await electron.trays.click();
      return {};
    case 'press-shortcut':
      electron.services.pressShortcut(command.accelerator);
      return {};
    case 'click-notification':
    case 'close-notification':
      electron.notifications.end(
        command.index,
        command.action === 'click-notification' ? 'click' : 'close',
      );
      return {};
    case 'answer-question':
      electron.dialog.questions.answer(command.index, command.button);
      return {};
    case 'suspend':
    case 'resume':
    case 'lock-screen':
    case 'unlock-screen':
      electron.services.emitPower(command.action);
      return {};
    case 'lock':
    case 'unlock':
      electron.services.emitPower(`${command.action}-screen`);
      return {};
    case 'online':
    case 'offline':
      setOnline(electron, command.action === 'online');
      return {};
    case 'dark':
    case 'light':
      electron.services.setDark(command.action === 'dark');
      return {};
    case 'turn-off-login-item':
      electron.app.turnOffLoginItem();
      return {};
    case 'focus':
    case 'blur':
    case 'minimize':
    case 'restore':
      newest()[command.action]();
      return {};
    case 'resize':
      newest().resize(command.width, command.height);
      return {};
    case 'crash-page':
      newest().contents.crash(command.reason);
      return {};
    case 'fail':
      electron.runtime.setFailure(command.call, command.error);
      return {};
    case 'move-cursor':
      electron.desk.moveCursor({ x: command.x, y: command.y });
      return {};
    case 'change-displays':
      electron.desk.change(command.displays);
      return {};
    case 'close':
      if (!newest().close()) throw new Error('the window did not close');
      return {};
    case 'activate':
      electron.app.emit('activate', preventableEvent(), false);
      return {};
    case 'quit':
      // After the response.
      setImmediate(() => electron.app.quit());
      return {};
    case 'second-instance':
      launchAgain(electron, command.argv, command.workingDirectory);
      return {};
    case 'fetch': {
      const answer = await electron.protocols.answer(command.url);
      return { status: answer.status, body: await answer.text() };
    }
    case 'request-permission': {
      const { proxy } = newest().contents;
      return { isGranted: await electron.sessions.isGranted(proxy, command.permission) };
    }
    case 'request-download': {
      const { proxy } = newest().contents;
      return { isAllowed: electron.sessions.isDownloadAllowed(proxy, command.url) };
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
    answerJson(response, 200, { ok: true, ...(await perform(electron, command.data)) });
  } catch (error) {
    answerJson(response, 400, { error: error instanceof Error ? error.message : String(error) });
  }
}
