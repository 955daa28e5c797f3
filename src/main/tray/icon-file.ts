import type { TrayIcon } from './tray-model.ts';

/** The file of an icon in `resources/tray`. Electron finds further densities (`@2x`) and templates by its name. */
export function trayIconFile({ mark, tone }: TrayIcon): string {
  switch (tone) {
    case 'template':
      return `${mark}Template.png`;
    case 'coloured':
      return `${mark}.ico`;
    case 'onDark':
      return `${mark}-on-dark.png`;
    case 'onLight':
      return `${mark}-on-light.png`;
  }
}
