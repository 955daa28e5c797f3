import { acceleratorOf } from '../../../shared/settings/accelerator.ts';
import { bridge } from '../../bridge.ts';
import { useApp } from '../../store.ts';
import { IconButton, SettingRow } from '../../ui/index.ts';
import { messages } from './messages.ts';

const text = messages.shortcut;

/** Copy, paste, refresh, close and quit, which are pressed in any field and must stay with every program. */
const EVERYWHERE = /^((Ctrl|Super)\+[ACQRVWXZ]|Alt\+F4)$/;

export function ShortcutSetting() {
  const shortcut = useApp(({ preferences }) => preferences.shortcut);
  const { platform, isWayland } = useApp(({ environment }) => environment);
  const shown = platform === 'darwin' ? text.onMac(shortcut ?? '') : (shortcut ?? '');
  return (
    <SettingRow hint={isWayland ? text.waylandHint : text.hint} label={text.label}>
      {(input, ask) => {
        const change = (next: string | null) =>
          void ask(bridge.changePreferences({ shortcut: next }));
        return (
          <>
            <input
              {...input}
              className="h-7 w-30 rounded-md border border-edge bg-raised px-2"
              name="shortcut"
              onKeyDown={(event) => {
                const pressed = acceleratorOf(event);
                if (pressed === null || EVERYWHERE.test(pressed)) return;
                event.preventDefault();
                change(pressed);
              }}
              placeholder={text.off}
              readOnly
              value={shown}
            />
            {shortcut !== null && (
              <IconButton icon="close" label={text.turnOff} onClick={() => change(null)} />
            )}
          </>
        );
      }}
    </SettingRow>
  );
}
