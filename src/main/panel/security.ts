import {
  app,
  protocol,
  session,
  type WebContents,
  type WebContentsWillFrameNavigateEventParams,
} from 'electron';
import { BUNDLE_SCHEME, type BundleFiles, bundleResponse, readBundleFiles } from './bundle.ts';

type Navigation = Pick<WebContentsWillFrameNavigateEventParams, 'url' | 'isMainFrame'>;

/** Only the panel's own address: it reloads itself after a crash, and the development server after a change. */
export function mayNavigate({ url, isMainFrame }: Navigation, panel: URL): boolean {
  return isMainFrame && URL.parse(url)?.href === panel.href;
}

/** Whether a message came from the main frame. By protocol and host: the origin of a custom scheme is `null`. @param frame null: gone */
export function isPanelFrame(
  frame: { readonly url: string; readonly parent: object | null } | null,
  panel: URL,
): boolean {
  if (frame === null || frame.parent !== null) return false;
  const address = URL.parse(frame.url);
  return address?.protocol === panel.protocol && address.host === panel.host;
}

function hardenContents(contents: WebContents, panel: URL): void {
  const keepHere = (event: Navigation & { preventDefault(): void }) => {
    if (!mayNavigate(event, panel)) event.preventDefault();
  };
  contents.setWindowOpenHandler(() => ({ action: 'deny' }));
  contents.on('will-navigate', keepHere);
  contents.on('will-frame-navigate', keepHere);
  contents.on('will-redirect', (event) => event.preventDefault());
  contents.on('will-attach-webview', (event) => event.preventDefault());
  // The CSP does not cover WebRTC: its UDP could carry data to every address.
  contents.setWebRTCIPHandlingPolicy('disable_non_proxied_udp');
}

/** Sandboxes pages, blocks navigation, windows and webviews, and registers the panel's scheme. Call before the app is ready. */
export function hardenApp(panel: URL): void {
  // `enableSandbox` removes `--no-sandbox` from the command line of the child processes, which then all die where no sandbox is
  // possible, as for root (electron/electron, `electron_api_app.cc`). The window's own `sandbox` still limits the preload.
  if (!app.commandLine.hasSwitch('no-sandbox')) app.enableSandbox();
  app.on('web-contents-created', (_, contents) => hardenContents(contents, panel));
  protocol.registerSchemesAsPrivileged([
    {
      scheme: BUNDLE_SCHEME,
      privileges: { standard: true, secure: true, supportFetchAPI: true, codeCache: true },
    },
  ]);
}

export function denyPermissions(): void {
  const { defaultSession } = session;
  defaultSession.setPermissionRequestHandler((_contents, _permission, answer) => answer(false));
  defaultSession.setPermissionCheckHandler(() => false);
  defaultSession.setDevicePermissionHandler(() => false);
  defaultSession.on('will-download', (event) => event.preventDefault());
}

/** Serves the panel's scheme from memory, into which its files are read for the first window. Call when the app is ready. */
export function serveBundle(folder: string): void {
  let files: Promise<BundleFiles> | null = null;
  protocol.handle(BUNDLE_SCHEME, async (request) => {
    files ??= readBundleFiles(folder);
    return bundleResponse(await files, request);
  });
}
