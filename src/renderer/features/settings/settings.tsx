import { type ReactNode, useEffect, useRef } from 'react';
import { bridge } from '../../bridge.ts';
import { go, type SettingsPart, useNavigation } from '../../navigation.ts';
import { useApp } from '../../store.ts';
import { Button, RefusalText, ScreenFrame, useRequest } from '../../ui/index.ts';
import { messages } from './messages.ts';
import { AlertSettings, AppearanceSettings, GeneralSettings } from './preference-sections.tsx';
import { ShortNames } from './short-names.tsx';
import { LoginSettings } from './ssh-login.tsx';
import { ProgramSettings } from './ssh-programs.tsx';

interface SectionProps {
  readonly title: string;
  /** For a section that other screens link to. */
  readonly part?: SettingsPart;
  readonly children: ReactNode;
}

function Section({ title, part, children }: SectionProps) {
  const heading = useRef<HTMLHeadingElement>(null);
  const isTarget = useNavigation((now) => part !== undefined && now.part === part);
  useEffect(() => {
    if (!isTarget) return;
    heading.current?.focus({ preventScroll: true });
    heading.current?.scrollIntoView({ block: 'start' });
  }, [isTarget]);
  return (
    <section className="grid grid-cols-[minmax(0,1fr)] gap-2 border-line border-t py-3 first:border-t-0 first:pt-0">
      <h2 className="scroll-mt-3 text-quiet text-small" ref={heading} tabIndex={-1}>
        {title}
      </h2>
      {children}
    </section>
  );
}

/** For desktops without a tray menu. */
function Quit() {
  const { isBusy, refusal, ask } = useRequest();
  return (
    <>
      <Button isBusy={isBusy} onClick={() => ask(bridge.quit())}>
        {messages.general.quit}
      </Button>
      <RefusalText refusal={refusal} />
    </>
  );
}

/** Each setting is applied as soon as it is changed. */
export function Settings() {
  const { version, hasTray } = useApp(({ surroundings }) => surroundings);
  // Programs may have been installed since the last scan.
  useEffect(() => void bridge.rescan(), []);
  return (
    <ScreenFrame title={messages.title}>
      <Section title={messages.alerts.title}>
        <AlertSettings />
      </Section>
      <Section part="sshNames" title={messages.names.title}>
        <ShortNames />
      </Section>
      <Section title={messages.login.title}>
        <LoginSettings />
      </Section>
      <Section part="sshPrograms" title={messages.programs.title}>
        <ProgramSettings />
      </Section>
      <Section title={messages.appearance.title}>
        <AppearanceSettings />
      </Section>
      <Section title={messages.general.title}>
        <GeneralSettings />
      </Section>
      <footer className="flex flex-wrap items-center justify-between gap-2 border-line border-t pt-3 text-quiet text-small">
        <span>GPU Tray {version}</span>
        <Button onClick={() => go({ kind: 'keys' })} tone="link">
          {messages.general.shortcuts}
        </Button>
        <Quit />
        {!hasTray && <p className="basis-full">{messages.general.noTray}</p>}
      </footer>
    </ScreenFrame>
  );
}
