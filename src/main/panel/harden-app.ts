import { app, session, type WebContents } from 'electron';

/** Nothing that a page asks for beyond showing itself is granted, whatever page it is. */
function hardenContents(contents: WebContents): void {
  contents.setWindowOpenHandler(() => ({ action: 'deny' }));
  contents.on('will-navigate', (event) => event.preventDefault());
  contents.on('will-frame-navigate', (event) => event.preventDefault());
  contents.on('will-redirect', (event) => event.preventDefault());
  contents.on('will-attach-webview', (event) => event.preventDefault());
}

/** The one place where what pages may do is settled. To be called before the app is ready. */
export function hardenApp(): void {
  app.enableSandbox();
  app.on('web-contents-created', (_, contents) => hardenContents(contents));
}

/** The rest of it, downloads included, which needs a session and therefore an app that is ready. */
export function denyPermissions(): void {
  const { defaultSession } = session;
  defaultSession.setPermissionRequestHandler((_contents, _permission, answer) => answer(false));
  defaultSession.setPermissionCheckHandler(() => false);
  defaultSession.setDevicePermissionHandler(() => false);
  defaultSession.on('will-download', (event) => event.preventDefault());
}
