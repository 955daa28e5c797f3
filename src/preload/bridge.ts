import type { IpcRenderer, IpcRendererEvent } from 'electron';
import {
  type Bridge,
  type Pushes,
  type PushListeners,
  type PushName,
  pushChannel,
  requestChannel,
  WATCH_CHANNEL,
} from '../shared/ipc/bridge.ts';
import type { RequestName } from '../shared/ipc/contract.ts';

/** The parts of Electron's `ipcRenderer` that the bridge uses. The page gets none of them. */
export interface Wire extends Pick<IpcRenderer, 'invoke' | 'send'> {
  on(channel: string, listener: Receive): unknown;
  off(channel: string, listener: Receive): unknown;
}
type Receive = Parameters<IpcRenderer['on']>[1];

/** The functions of the requests, by name; with all names of the contract this is a `Bridge`. */
interface BridgeOf extends Pick<Bridge, 'watch'> {
  readonly requests: Readonly<Record<string, (input: unknown) => Promise<unknown>>>;
}

/** Inputs are checked by main alone, which cannot trust a renderer anyway. */
export function createBridge(wire: Wire, names: readonly RequestName[]): BridgeOf {
  const request = (name: RequestName) => (input: unknown) =>
    wire.invoke(requestChannel(name), input);

  /** Passes the content on without the event, which would give access to `ipcRenderer`. Returns the unsubscribe. */
  function listen<Name extends PushName>(name: Name, listener: PushListeners[Name]): () => void {
    const receive = (_: IpcRendererEvent, content: Pushes[Name]) => listener(content);
    wire.on(pushChannel(name), receive);
    return () => void wire.off(pushChannel(name), receive);
  }

  return {
    requests: Object.fromEntries(names.map((name) => [name, request(name)])),
    watch({ start, patch, go }) {
      const ends = [listen('start', start), listen('patch', patch), listen('go', go)];
      wire.send(WATCH_CHANNEL);
      return () => {
        for (const end of ends) end();
      };
    },
  };
}
