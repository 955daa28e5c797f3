import { type ReactNode, useEffect, useRef } from 'react';
import { bridge } from '../../bridge.ts';
import { go, type SettingsPart, useNavigation } from '../../navigation.ts';
import { useApp } from '../../store.ts';
import { Button, RefusalText, ScreenFrame, useRequest } from '../../ui/index.ts';
import { AlertSettings } from './alert-settings.tsx';
import { LookSettings } from './look-settings.tsx';
import { RunningSettings } from './running-settings.tsx';
import { LoginSettings, NameSettings, ProgramSettings } from './ssh/index.ts';

interface PartProps {
  readonly title: string;
  /** For a part that one can be led to. */
  readonly part?: SettingsPart;
  readonly children: ReactNode;
}

function Part({ title, part, children }: PartProps) {
  const heading = useRef<HTMLHeadingElement>(null);
  const isWanted = useNavigation((now) => part !== undefined && now.part === part);
  useEffect(() => {
    if (!isWanted) return;
    heading.current?.focus({ preventScroll: true });
    heading.current?.scrollIntoView({ block: 'start' });
  }, [isWanted]);
  return (
    <section className="grid grid-cols-[minmax(0,1fr)] gap-2 border-line border-t py-3 first:border-t-0 first:pt-0">
      <h2 className="scroll-mt-3 text-quiet text-small" ref={heading} tabIndex={-1}>
        {title}
      </h2>
      {children}
    </section>
  );
}

/** The way out, also where no tray has it in its menu. */
function Quit() {
  const { isBusy, refusal, ask } = useRequest<void>();
  return (
    <>
      <Button isBusy={isBusy} onClick={() => ask(bridge.quit())}>
        Quit GPU Tray
      </Button>
      <RefusalText refusal={refusal} />
    </>
  );
}

/** Everything that can be set. Each takes effect as it is touched. */
export function Settings() {
  const preferences = useApp((app) => app.preferences);
  const { version, hasTray } = useApp(({ surroundings }) => surroundings);
  // The panel may have been open for hours, and what is installed is about to be read.
  useEffect(() => void bridge.rescan(), []);
  return (
    <ScreenFrame title="Settings">
      <Part title="Alerts">
        <AlertSettings preferences={preferences} />
      </Part>
      <Part part="sshNames" title="SSH names">
        <NameSettings />
      </Part>
      <Part title="SSH login">
        <LoginSettings />
      </Part>
      <Part part="sshPrograms" title="Terminal and editors">
        <ProgramSettings preferences={preferences} />
      </Part>
      <Part title="Look">
        <LookSettings preferences={preferences} />
      </Part>
      <Part title="Running">
        <RunningSettings preferences={preferences} />
      </Part>
      <footer className="flex flex-wrap items-center justify-between gap-2 border-line border-t pt-3 text-quiet text-small">
        <span>GPU Tray {version}</span>
        <Button onClick={() => go({ kind: 'keys' })} tone="link">
          Keyboard
        </Button>
        <Quit />
        {!hasTray && (
          <p className="basis-full">
            This desktop shows no tray icons. Start GPU Tray again to open this panel.
          </p>
        )}
      </footer>
    </ScreenFrame>
  );
}
