import { app, screen } from 'electron';
import type { Rectangle, Surface } from './place-panel.ts';

/**
 * Whether windows are Wayland's. Electron takes it from the session (electron/electron#48301), and people who need windows
 * to be placed start it with `--ozone-platform=x11`.
 */
function isWayland(): boolean {
  const isForcedToX11 = app.commandLine.getSwitchValue('ozone-platform') === 'x11';
  return process.env['XDG_SESSION_TYPE'] === 'wayland' && !isForcedToX11;
}

/** What there is to place a panel on, now. */
export function electronSurface(platform: Surface['platform'], tray: Rectangle | null): Surface {
  return {
    platform,
    isWayland: platform === 'linux' && isWayland(),
    tray,
    cursor: screen.getCursorScreenPoint(),
    displays: screen.getAllDisplays(),
  };
}
