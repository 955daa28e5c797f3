import type { IpcRenderer, IpcRendererEvent } from 'electron';
import {
  type Answer,
  type Bridge,
  GO_CHANNEL,
  PATCH_CHANNEL,
  REQUEST_CHANNELS,
  type RequestInput,
  type RequestName,
  type RequestOutput,
  STATE_CHANNEL,
  WATCH_CHANNEL,
} from '../shared/ipc/index.ts';

/** The parts of Electron's `ipcRenderer` that carry the bridge. The page itself gets none of them. */
export interface Wire extends Pick<IpcRenderer, 'invoke' | 'send'> {
  on(channel: string, listener: Receive): unknown;
  off(channel: string, listener: Receive): unknown;
}
type Receive = Parameters<IpcRenderer['on']>[1];

export function createBridge(wire: Wire): Bridge {
  const ask =
    <Name extends RequestName>(name: Name) =>
    (input: RequestInput<Name>): Promise<Answer<RequestOutput<Name>>> =>
      wire.invoke(REQUEST_CHANNELS[name], input);

  /** Hands on what came, without the event: that one leads to `ipcRenderer`. */
  function listen<Value>(channel: string, listener: (value: Value) => void): () => void {
    const receive = (_: IpcRendererEvent, value: Value) => listener(value);
    wire.on(channel, receive);
    return () => void wire.off(channel, receive);
  }

  return {
    signInWithKey: ask('signInWithKey'),
    signInWithPassword: ask('signInWithPassword'),
    signOut: ask('signOut'),
    setConsoleUrl: ask('setConsoleUrl'),
    refresh: ask('refresh'),
    copyFromVm: ask('copyFromVm'),
    openConsole: ask('openConsole'),
    snoozeAlert: ask('snoozeAlert'),
    changePreferences: ask('changePreferences'),
    dismissNotice: ask('dismissNotice'),
    hidePanel: ask('hidePanel'),
    watch({ onState, onPatch, onGo }) {
      const unsubscribes = [
        listen(STATE_CHANNEL, onState),
        listen(PATCH_CHANNEL, onPatch),
        listen(GO_CHANNEL, onGo),
      ];
      wire.send(WATCH_CHANNEL);
      return () => {
        for (const unsubscribe of unsubscribes) unsubscribe();
      };
    },
  };
}
