import { type ReactNode, useEffect, useRef } from 'react';
import { accountNames } from '../../../shared/accounts/index.ts';
import { acceleratorOf } from '../../../shared/settings/accelerator.ts';
import { IDLE_SECONDS, THEMES } from '../../../shared/settings/preference-values.ts';
import { bridge } from '../../bridge.ts';
import { go, type SettingsPart, useNavigation } from '../../navigation.ts';
import { useApp } from '../../store.ts';
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
import { messages } from './messages.ts';
import { PreferenceToggle } from './text-setting.tsx';

/** Copy, paste, refresh, close and quit, which are pressed in any field and must stay with every program. */
const EVERYWHERE = /^((Ctrl|Super)\+[ACQRVWXZ]|Alt\+F4)$/;

function ShortcutSetting() {
  const text = messages.shortcut;
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

interface GroupProps {
  readonly title: string;
  readonly part?: SettingsPart;
  readonly children: ReactNode;
}

function Group({ title, part, children }: GroupProps) {
  const heading = useRef<HTMLHeadingElement>(null);
  const isTarget = useNavigation((now) => part !== undefined && now.part === part);
  useEffect(() => {
    if (!isTarget) return;
    heading.current?.focus({ preventScroll: true });
    heading.current?.scrollIntoView({ block: 'start' });
  }, [isTarget]);
  return (
    <section className="grid grid-cols-[minmax(0,1fr)] gap-1.5 pb-3 last:pb-0">
      <h3 className="scroll-mt-3 pt-1 font-semibold" ref={heading} tabIndex={-1}>
        {title}
      </h3>
      {children}
    </section>
  );
}

function AccountsLink() {
  const accounts = useApp((app) => app.accounts);
  const names = [...accountNames(accounts).values()].map(({ name }) => name).join(', ');
  return (
    <div>
      <Button
        label={<span className="one-line block">{names}</span>}
        onClick={() => go({ kind: 'accounts' })}
        tone="link"
      />
    </div>
  );
}

function AppearanceSettings() {
  const value = useApp(({ preferences }) => preferences.theme);
  const text = messages.appearance;
  return (
    <>
      <Choice
        label={text.theme}
        onChange={(theme, ask) => ask(bridge.changePreferences({ theme }))}
        options={THEMES.map((theme) => ({ value: theme, label: text.themes[theme] }))}
        value={value}
      />
      <PreferenceToggle hint={text.hideAmountsHint} label={text.hideAmounts} name="hideAmounts" />
    </>
  );
}

function GeneralSettings() {
  const idle = useApp(({ preferences }) => preferences.idleSeconds);
  const hasUpdates = useApp(({ updates }) => updates.kind !== 'off');
  const text = messages.general;
  return (
    <>
      <Choice
        hint={text.refreshHint}
        label={text.refresh}
        onChange={(idleSeconds, ask) => ask(bridge.changePreferences({ idleSeconds }))}
        options={IDLE_SECONDS.map((value) => ({
          value,
          label: text.refreshInterval(value),
        }))}
        value={idle}
      />
      <PreferenceToggle label={text.autostart} name="autostart" />
      {hasUpdates && (
        <PreferenceToggle
          hint={text.checkForUpdatesHint}
          label={text.checkForUpdates}
          name="checkForUpdates"
        />
      )}
      <ShortcutSetting />
    </>
  );
}

export function Settings() {
  const hasAccount = useApp(({ accounts }) => accounts.length > 0);
  // Programs may have been installed since the last scan.
  useEffect(() => void bridge.rescan(), []);
  return (
    <ScreenFrame title={messages.title}>
      <ScreenSection title={messages.appearance.title}>
        <AppearanceSettings />
      </ScreenSection>
      {hasAccount && (
        <ScreenSection title={messages.accounts}>
          <AccountsLink />
        </ScreenSection>
      )}
      <ScreenSection title={messages.ssh}>
        <Group part="sshNames" title={messages.names.title}>
          <ShortNames />
        </Group>
        <Group title={messages.login.title}>
          <LoginSettings />
        </Group>
        <Group part="sshPrograms" title={messages.programs.title}>
          <ProgramSettings />
        </Group>
      </ScreenSection>
      <ScreenSection title={messages.general.title}>
        <GeneralSettings />
        <div className="flex flex-wrap items-center gap-x-4 gap-y-1 pt-2">
          {(['keys', 'about'] as const).map((kind) => (
            <Button
              key={kind}
              label={messages.general[kind]}
              onClick={() => go({ kind })}
              tone="link"
            />
          ))}
          <span className="ml-auto">
            <RequestButton
              label={messages.general.quit}
              request={() => bridge.quit()}
              tone="plain"
            />
          </span>
        </div>
      </ScreenSection>
    </ScreenFrame>
  );
}
