import { join } from 'node:path';
import { nativeTheme } from 'electron';
import type { Clock } from '../../core/clock.ts';
import { isWayland, type Platform, queryDesktop, unpacked } from '../desktop/platform.ts';
import { queryTrayHost } from '../desktop/query-tray-host.ts';
import { createTrayHost } from '../desktop/tray-host.ts';
import { createEmitter } from '../events.ts';
import { electronTray } from './electron-tray.ts';
import { grouped, OPEN_ITEM, QUIT_ITEM, text } from './menu-item.ts';
import type { TrayAction } from './tray-action.ts';
import { type TrayDesktop, trayTone } from './tray-icon.ts';
import type { TrayModel } from './tray-model.ts';

export interface TrayOptions {
  readonly platform: Platform;
  readonly out: string;
  readonly clock: Clock;
}

export type OpenTray = ReturnType<typeof openTray>;

/** Until the settings are read. Most users are signed in, so that the icon stays the same at first. */
function startingModel(desktop: TrayDesktop): TrayModel {
  return {
    icon: { mark: 'idle', tone: trayTone(desktop) },
    title: '',
    tooltip: 'GPU Tray · Starting…',
    menu: grouped([[OPEN_ITEM, text('Starting…')], [QUIT_ITEM]]),
    changesAt: null,
  };
}

/** The icon appears when the host is started. Events before the application has started are kept for it. */
export function openTray({ platform, out, clock }: TrayOptions) {
  const action = createEmitter<TrayAction>();
  const clicked = createEmitter<void>();
  const found = createEmitter<boolean>();
  let model = startingModel;
  let icons = 0;

  const tray = electronTray({
    iconFolder: unpacked(join(out, '..', 'resources', 'tray')),
    platform,
    clock,
    model: () => model({ platform, isDark: nativeTheme.shouldUseDarkColors }),
    onAction: action.emit,
    onClick: clicked.emit,
  });
  const { update } = tray;
  const host = createTrayHost({
    query: async () =>
      platform === 'linux' ? queryTrayHost(queryDesktop, process.pid, icons) : 'icon',
    hasOlderTray: !isWayland(),
    clock,
    createIcon() {
      icons += 1;
      tray.create();
    },
    onChange: found.emit,
  });
  nativeTheme.on('updated', update);

  return {
    host,
    bounds: tray.bounds,
    action,
    clicked,
    found,
    update,
    show(next: (desktop: TrayDesktop) => TrayModel): void {
      model = next;
      update();
    },
    end(): void {
      nativeTheme.off('updated', update);
      host.stop();
      tray.stop();
    },
  };
}
