import type { IpcRenderer, IpcRendererEvent } from 'electron';
import {
  type Answer,
  type Bridge,
  PUSH_CHANNELS,
  type Pushes,
  type PushListeners,
  type PushName,
  REQUEST_CHANNELS,
  type RequestInput,
  type RequestName,
  type RequestOutput,
  WATCH_CHANNEL,
} from '../shared/ipc/index.ts';

/** The parts of Electron's `ipcRenderer` that carry the bridge. The page itself gets none of them. */
export interface Wire extends Pick<IpcRenderer, 'invoke' | 'send'> {
  on(channel: string, listener: Receive): unknown;
  off(channel: string, listener: Receive): unknown;
}
type Receive = Parameters<IpcRenderer['on']>[1];

/** A push that is listened to; it bears its name so that none can stand in another's place. */
interface Listening<Name extends PushName> {
  readonly name: Name;
  end(): void;
}

/**
 * Requests resolve with their refusals, too. Nothing is checked here, since main has to check it anyhow: a renderer that
 * somebody took over sends what it likes.
 */
export function createBridge(wire: Wire): Bridge {
  const ask =
    <Name extends RequestName>(name: Name) =>
    (input: RequestInput<Name>): Promise<Answer<RequestOutput<Name>>> =>
      wire.invoke(REQUEST_CHANNELS[name], input);

  /** Hands on what came, without the event: that one leads to `ipcRenderer`. */
  function listen<Name extends PushName>(name: Name, listeners: PushListeners): Listening<Name> {
    const listener = listeners[name];
    const receive = (_: IpcRendererEvent, content: Pushes[Name]) => listener(content);
    wire.on(PUSH_CHANNELS[name], receive);
    return { name, end: () => void wire.off(PUSH_CHANNELS[name], receive) };
  }

  return {
    signInWithKey: ask('signInWithKey'),
    signInWithPassword: ask('signInWithPassword'),
    signOut: ask('signOut'),
    setConsoleUrl: ask('setConsoleUrl'),
    refresh: ask('refresh'),
    copyFromVm: ask('copyFromVm'),
    openTerminal: ask('openTerminal'),
    openEditor: ask('openEditor'),
    checkHostKey: ask('checkHostKey'),
    rescan: ask('rescan'),
    previewInclude: ask('previewInclude'),
    addInclude: ask('addInclude'),
    removeInclude: ask('removeInclude'),
    openConsole: ask('openConsole'),
    snoozeAlert: ask('snoozeAlert'),
    changePreferences: ask('changePreferences'),
    changeLogin: ask('changeLogin'),
    setVmTemplate: ask('setVmTemplate'),
    dismissNotice: ask('dismissNotice'),
    hidePanel: ask('hidePanel'),
    keepView: ask('keepView'),
    quit: ask('quit'),
    watch(listeners) {
      const listening: { readonly [Name in PushName]: Listening<Name> } = {
        start: listen('start', listeners),
        patch: listen('patch', listeners),
        go: listen('go', listeners),
      };
      wire.send(WATCH_CHANNEL);
      return () => {
        for (const { end } of Object.values(listening)) end();
      };
    },
  };
}
