import { contextBridge, type IpcRendererEvent, ipcRenderer } from 'electron';
import {
  NO_ANSWER,
  PUSH_CHANNEL,
  type Pushes,
  type PushListeners,
  type PushName,
  requestChannel,
  WATCH_CHANNEL,
} from '../shared/ipc/bridge.ts';
import type { RequestName } from '../shared/ipc/contract.ts';

/** The keys of the contract, inserted by the bundler. */
declare const REQUEST_NAMES: readonly RequestName[];

/** Inputs are checked by main alone, which cannot trust a renderer anyway. */
const request = (name: RequestName) => (input: unknown) =>
  ipcRenderer.invoke(requestChannel(name), input).catch(() => NO_ANSWER);

/** Of a `Bridge`: passes pushes on without the event, which would give access to `ipcRenderer`. */
function watch(listeners: PushListeners): void {
  const receive = <Name extends PushName>(
    _: IpcRendererEvent,
    name: Name,
    content: Pushes[Name],
  ): void => listeners[name](content);
  ipcRenderer.on(PUSH_CHANNEL, receive);
  ipcRenderer.send(WATCH_CHANNEL);
}

contextBridge.exposeInMainWorld('gpuTray', {
  ...Object.fromEntries(REQUEST_NAMES.map((name) => [name, request(name)])),
  watch,
});
