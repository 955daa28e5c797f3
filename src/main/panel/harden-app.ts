import { app, session, type WebContents } from 'electron';
import { mayNavigate, type Navigation } from './may-navigate.ts';

/** Nothing that a page asks for beyond showing itself is granted, whatever page it is. */
function hardenContents(contents: WebContents, panel: URL): void {
  const keepHere = (event: Navigation & { preventDefault(): void }) => {
    if (!mayNavigate(event, panel)) event.preventDefault();
  };
  contents.setWindowOpenHandler(() => ({ action: 'deny' }));
  contents.on('will-navigate', keepHere);
  contents.on('will-frame-navigate', keepHere);
  contents.on('will-redirect', (event) => event.preventDefault());
  contents.on('will-attach-webview', (event) => event.preventDefault());
}

/** The one place where what pages may do is settled. To be called before the app is ready. @param panel its address */
export function hardenApp(panel: URL): void {
  app.enableSandbox();
  app.on('web-contents-created', (_, contents) => hardenContents(contents, panel));
}

/** The rest of it, downloads included, which needs a session and therefore an app that is ready. */
export function denyPermissions(): void {
  const { defaultSession } = session;
  defaultSession.setPermissionRequestHandler((_contents, _permission, answer) => answer(false));
  defaultSession.setPermissionCheckHandler(() => false);
  defaultSession.setDevicePermissionHandler(() => false);
  defaultSession.on('will-download', (event) => event.preventDefault());
}
