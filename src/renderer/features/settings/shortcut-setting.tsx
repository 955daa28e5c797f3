import { type KeyboardEvent, useState } from 'react';
import { acceleratorOf } from '../../../shared/settings/accelerator.ts';
import { usePreferences } from '../../preferences.ts';
import { useApp } from '../../store.ts';
import { IconButton, RefusalText, SettingRow } from '../../ui/index.ts';
import { messages } from './messages.ts';

const text = messages.shortcut;

/** Records the next shortcut; Escape and blur cancel. */
export function ShortcutSetting() {
  const { preferences, refusal, change } = usePreferences();
  const isMac = useApp(({ environment }) => environment.platform === 'darwin');
  const isWayland = useApp(({ environment }) => environment.isWayland);
  const [isRecording, setIsRecording] = useState(false);
  const { shortcut } = preferences;
  const shown = shortcut === null ? text.off : isMac ? text.onMac(shortcut) : shortcut;

  const hint = isWayland ? text.waylandHint : text.hint;

  const record = (event: KeyboardEvent) => {
    if (!isRecording || event.key === 'Tab') return;
    event.preventDefault();
    event.stopPropagation();
    const pressed = event.key === 'Escape' ? null : acceleratorOf(event);
    if (pressed !== null) void change({ shortcut: pressed });
    if (pressed !== null || event.key === 'Escape') setIsRecording(false);
  };

  return (
    <>
      <SettingRow hint={isRecording ? text.recordingHint : hint} label={text.label}>
        {({ id, 'aria-describedby': note }) => (
          <>
            <button
              aria-describedby={note}
              aria-label={text.named(isRecording ? text.recording : shown)}
              aria-pressed={isRecording}
              className="h-7 rounded-md border border-edge bg-raised px-2 aria-pressed:border-accent aria-pressed:text-accent"
              id={id}
              onBlur={() => setIsRecording(false)}
              onClick={() => setIsRecording(true)}
              onKeyDown={record}
              type="button"
            >
              {isRecording ? text.recording : shown}
            </button>
            {shortcut !== null && !isRecording && (
              <IconButton
                icon="close"
                label={text.turnOff}
                onClick={() => change({ shortcut: null })}
              />
            )}
          </>
        )}
      </SettingRow>
      <RefusalText refusal={refusal} />
    </>
  );
}
