import { type IpcMainEvent, type IpcMainInvokeEvent, ipcMain } from 'electron';
import type { Log } from '../../core/log.ts';
import { REQUEST_CHANNELS, WATCH_CHANNEL } from '../../shared/ipc/index.ts';
import type { ElectronPanel } from '../panel/index.ts';
import type { Answering } from './answering.ts';
import { DEFECT_REFUSAL } from './refusal-of.ts';
import { type PanelRequests, REQUEST_NAMES, requestDoor } from './request-door.ts';
import type { StateFeed } from './state-feed.ts';

/** What the panel can reach in main, and what tells its messages from a stranger's. */
export interface ServePanelOptions {
  readonly requests: PanelRequests;
  readonly feed: StateFeed;
  readonly panel: Pick<ElectronPanel, 'isSender'>;
  readonly log: Log;
}

/** Opens the only ways into main. */
export function servePanel({ requests, feed, panel, log }: ServePanelOptions): void {
  const isTrusted = (channel: string, event: IpcMainEvent | IpcMainInvokeEvent): boolean => {
    const isPanel = panel.isSender(event.sender.id, event.senderFrame);
    if (!isPanel) log.warn('ipc.stranger', { channel });
    return isPanel;
  };

  function handle(channel: string, answer: Answering): void {
    ipcMain.handle(channel, (event, input: unknown) =>
      isTrusted(channel, event)
        ? answer(input)
        : { ok: false, refusal: { ...DEFECT_REFUSAL, kind: 'stranger' } },
    );
  }

  for (const name of REQUEST_NAMES)
    handle(REQUEST_CHANNELS[name], requestDoor(name, requests, log));
  ipcMain.on(WATCH_CHANNEL, (event) => {
    if (isTrusted(WATCH_CHANNEL, event)) feed.watch();
  });
}
