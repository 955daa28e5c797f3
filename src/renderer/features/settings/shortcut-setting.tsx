import { type KeyboardEvent, useState } from 'react';
import { acceleratorOf } from '../../../shared/settings/accelerator.ts';
import { bridge } from '../../bridge.ts';
import { useApp } from '../../store.ts';
import { IconButton, SettingRow } from '../../ui/index.ts';
import { messages } from './messages.ts';

const text = messages.shortcut;

/** Records the next shortcut; Escape and blur cancel. */
export function ShortcutSetting() {
  const shortcut = useApp(({ preferences }) => preferences.shortcut);
  const isMac = useApp(({ environment }) => environment.platform === 'darwin');
  const isWayland = useApp(({ environment }) => environment.isWayland);
  const [isRecording, setIsRecording] = useState(false);
  const shown = shortcut === null ? text.off : isMac ? text.onMac(shortcut) : shortcut;

  const hint = isWayland ? text.waylandHint : text.hint;

  const record = (event: KeyboardEvent, change: (shortcut: string) => void) => {
    if (!isRecording || event.key === 'Tab') return;
    event.preventDefault();
    event.stopPropagation();
    const pressed = event.key === 'Escape' ? null : acceleratorOf(event);
    if (pressed !== null) change(pressed);
    if (pressed !== null || event.key === 'Escape') setIsRecording(false);
  };

  return (
    <SettingRow hint={isRecording ? text.recordingHint : hint} label={text.label}>
      {({ id, 'aria-describedby': note }, ask) => {
        const change = (next: string | null) =>
          void ask(bridge.changePreferences({ shortcut: next }));
        return (
          <>
            <button
              aria-describedby={note}
              aria-label={text.named(isRecording ? text.recording : shown)}
              aria-pressed={isRecording}
              className="h-7 rounded-md border border-edge bg-raised px-2 aria-pressed:border-accent aria-pressed:text-accent"
              id={id}
              onBlur={() => setIsRecording(false)}
              onClick={() => setIsRecording(true)}
              onKeyDown={(event) => record(event, change)}
              type="button"
            >
              {isRecording ? text.recording : shown}
            </button>
            {shortcut !== null && !isRecording && (
              <IconButton icon="close" label={text.turnOff} onClick={() => change(null)} />
            )}
          </>
        );
      }}
    </SettingRow>
  );
}
