import { type ReactNode, useEffect } from 'react';
import { accountNames } from '../../../shared/accounts/index.ts';
import { acceleratorOf } from '../../../shared/settings/accelerator.ts';
import { IDLE_SECONDS, THEMES } from '../../../shared/settings/preference-values.ts';
import { bridge, go, type SettingsPart, useApp, useNavigation } from '../../store.ts';
import {
  Button,
  Choice,
  IconButton,
  RequestButton,
  ScreenFrame,
  ScreenSection,
  SettingRow,
} from '../../ui/index.ts';
import { ShortNames } from '../ssh/short-names.tsx';
import { LoginSettings } from '../ssh/ssh-login.tsx';
import { ProgramSettings } from '../ssh/ssh-programs.tsx';
import { PreferenceToggle } from './text-setting.tsx';

/** Copy, paste, refresh, close and quit, which are pressed in any field and must stay with every program. */
const EVERYWHERE = /^((Ctrl|Super)\+[ACQRVWXZ]|Alt\+F4)$/;

function ShortcutSetting() {
  const shortcut = useApp(({ preferences }) => preferences.shortcut);
  const { platform, isWayland } = useApp(({ environment }) => environment);
  const shown =
    platform === 'darwin'
      ? (shortcut ?? '').replace('Super', 'Cmd').replace('Alt', 'Option')
      : (shortcut ?? '');
  return (
    <SettingRow
      hint={
        isWayland
          ? 'Opens and closes the panel from any program, if your desktop allows it. Press Ctrl, Alt or Super with a letter, digit or function key, then try it.'
          : 'Opens and closes the panel from any program. Press Ctrl, Alt or Super with a letter, digit or function key.'
      }
      label="Global shortcut"
    >
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
              placeholder="Off"
              readOnly
              value={shown}
            />
            {shortcut !== null && (
              <IconButton
                icon="close"
                label="Turn off the global shortcut"
                onClick={() => change(null)}
              />
            )}
          </>
        );
      }}
    </SettingRow>
  );
}

interface GroupProps {
  readonly title: string;
  readonly part?: SettingsPart;
  readonly children: ReactNode;
}

/** One function identity for all renders, so that the heading is shown once. */
function showHeading(heading: HTMLElement | null): void {
  heading?.focus({ preventScroll: true });
  heading?.scrollIntoView({ block: 'start' });
}

function Group({ title, part, children }: GroupProps) {
  const isTarget = useNavigation((now) => part !== undefined && now.part === part);
  return (
    <section className="grid grid-cols-[minmax(0,1fr)] gap-1.5 pb-3 last:pb-0">
      <h3
        className="scroll-mt-3 pt-1 font-semibold"
        ref={isTarget ? showHeading : null}
        tabIndex={-1}
      >
        {title}
      </h3>
      {children}
    </section>
  );
}

const THEME_LABELS = { system: 'System', light: 'Light', dark: 'Dark' } as const;

function refreshInterval(seconds: number): string {
  if (seconds < 60) return `Every ${seconds} s`;
  return seconds === 60 ? 'Every minute' : `Every ${seconds / 60} minutes`;
}

export function Settings() {
  const { preferences, accounts, updates } = useApp((app) => app);
  const names = [...accountNames(accounts).values()].map(({ name }) => name).join(', ');
  // Programs may have been installed since the last scan.
  useEffect(() => void bridge.rescan(), []);
  return (
    <ScreenFrame title="Settings">
      <ScreenSection title="Appearance">
        <Choice
          label="Theme"
          onChange={(value, ask) => ask(bridge.changePreferences({ theme: value }))}
          options={THEMES.map((value) => ({ value, label: THEME_LABELS[value] }))}
          value={preferences.theme}
        />
        <PreferenceToggle
          hint="Replaces amounts with dots. For screen sharing."
          label="Hide amounts"
          name="hideAmounts"
        />
      </ScreenSection>
      {accounts.length > 0 && (
        <ScreenSection title="Accounts">
          <div>
            <Button
              label={<span className="one-line block">{names}</span>}
              onClick={() => go({ kind: 'accounts' })}
              tone="link"
            />
          </div>
        </ScreenSection>
      )}
      <ScreenSection title="SSH">
        <Group part="sshNames" title="Short SSH names">
          <ShortNames />
        </Group>
        <Group title="SSH login">
          <LoginSettings />
        </Group>
        <Group part="sshPrograms" title="Terminal and editors">
          <ProgramSettings />
        </Group>
      </ScreenSection>
      <ScreenSection title="General">
        <Choice
          hint="Faster while a VM is changing or this panel is open, within the limits of the provider."
          label="Refresh"
          onChange={(value, ask) => ask(bridge.changePreferences({ idleSeconds: value }))}
          options={IDLE_SECONDS.map((value) => ({ value, label: refreshInterval(value) }))}
          value={preferences.idleSeconds}
        />
        <PreferenceToggle label="Start when I log in" name="autostart" />
        {updates.kind !== 'off' && (
          <PreferenceToggle
            hint="Once a day. See About."
            label="Check for updates"
            name="checkForUpdates"
          />
        )}
        <ShortcutSetting />
        <div className="flex flex-wrap items-center gap-x-4 gap-y-1 pt-2">
          <Button label="Keyboard shortcuts" onClick={() => go({ kind: 'keys' })} tone="link" />
          <Button label="About" onClick={() => go({ kind: 'about' })} tone="link" />
          <span className="ml-auto">
            <RequestButton label="Quit GPU Tray" request={() => bridge.quit()} tone="plain" />
          </span>
        </div>
      </ScreenSection>
    </ScreenFrame>
  );
}
