import { type Body, serveOnBus, Writer } from './dbus.ts';

/** A stand-in for the program that shows tray icons on Linux: a StatusNotifierWatcher on a session bus. */
export interface TrayHost {
  /** @param options `isHost` false: a watcher without a program that draws icons; `accepts` false: it refuses icons */
  appear(options?: { readonly isHost?: boolean; readonly accepts?: boolean }): Promise<void>;
  /** Its icons are gone too. */
  leave(): Promise<void>;
  /** The registered icons, as in `RegisteredStatusNotifierItems`. */
  items(): readonly string[];
}

const NAME = 'org.kde.StatusNotifierWatcher';
const PROPERTIES = 'org.freedesktop.DBus.Properties';

/** @param bus address of the session bus */
export function trayHostOn(bus: string): TrayHost {
  let served: { close(): Promise<void> } | null = null;
  const items = new Set<string>();

  const properties = (isHost: boolean): Readonly<Record<string, (value: Writer) => void>> => ({
    IsStatusNotifierHostRegistered: (value) => value.signature('b').uint32(isHost ? 1 : 0),
    RegisteredStatusNotifierItems: (value) =>
      value.signature('as').array(4, (list) => {
        for (const item of items) list.text(item);
      }),
  });

  function allProperties(isHost: boolean): Body {
    const body = new Writer().array(8, (entries) => {
      for (const [name, write] of Object.entries(properties(isHost)))
        write(entries.align(8).text(name));
    });
    return { signature: 'a{sv}', bytes: body.take() };
  }

  return {
    async appear({ isHost = true, accepts = true } = {}) {
      served ??= await serveOnBus(
        bus,
        NAME,
        ({ member, sender, texts: [first = '', second = ''] }) => {
          const write = properties(isHost)[second];
          if (member === `${PROPERTIES}.GetAll`) return allProperties(isHost);
          if (member === `${PROPERTIES}.Get` && write !== undefined) {
            const value = new Writer();
            write(value);
            return { signature: 'v', bytes: value.take() };
          }
          if (member !== `${NAME}.RegisterStatusNotifierItem` || !accepts) return null;
          items.add(first.startsWith('/') ? `${sender}${first}` : `${first}/StatusNotifierItem`);
          return { signature: '', bytes: Buffer.alloc(0) };
        },
      );
    },
    async leave() {
      await served?.close();
      served = null;
      items.clear();
    },
    items: () => [...items],
  };
}
