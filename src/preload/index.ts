import { contextBridge, type IpcRendererEvent, ipcRenderer } from 'electron';
import {
  NO_ANSWER,
  type Pushes,
  type PushListeners,
  type PushName,
  pushChannel,
  requestChannel,
  WATCH_CHANNEL,
} from '../shared/ipc/bridge.ts';
import type { RequestName } from '../shared/ipc/contract.ts';

/** The keys of the contract, inserted by the bundler. */
declare const REQUEST_NAMES: readonly RequestName[];

/** Inputs are checked by main alone, which cannot trust a renderer anyway. */
const request = (name: RequestName) => (input: unknown) =>
  ipcRenderer.invoke(requestChannel(name), input).catch(() => NO_ANSWER);

/** Passes the content on without the event, which would give access to `ipcRenderer`. Returns the unsubscribe. */
function listen<Name extends PushName>(name: Name, listener: PushListeners[Name]): () => void {
  const receive = (_: IpcRendererEvent, content: Pushes[Name]) => listener(content);
  ipcRenderer.on(pushChannel(name), receive);
  return () => void ipcRenderer.off(pushChannel(name), receive);
}

/** Of a `Bridge`, since the page gets nothing else of `ipcRenderer`. */
function watch({ start, patch, go }: PushListeners): () => void {
  const ends = [listen('start', start), listen('patch', patch), listen('go', go)];
  ipcRenderer.send(WATCH_CHANNEL);
  return () => {
    for (const end of ends) end();
  };
}

contextBridge.exposeInMainWorld('gpuTray', {
  ...Object.fromEntries(REQUEST_NAMES.map((name) => [name, request(name)])),
  watch,
});
