import { bridge } from '../../bridge.ts';
import { go } from '../../navigation.ts';
import { useApp } from '../../store.ts';
import {
  Button,
  lazy,
  onDemand,
  RequestButton,
  ScreenFrame,
  ScreenSection,
  useMinute,
} from '../../ui/index.ts';
import { messages } from './messages.ts';

// The license texts are longer than the screen's code.
const Licenses = lazy(onDemand(() => import('./licenses.tsx').then((all) => all.Licenses)));

function Updates() {
  const updates = useApp((app) => app.updates);
  const isWanted = useApp((app) => app.preferences.checkForUpdates);
  const now = useMinute();
  return (
    <>
      <p className="py-1.5" role="status">
        {messages.updateState(updates, isWanted, now)}
      </p>
      {updates.kind !== 'off' && (
        <div className="pb-1.5">
          {updates.kind === 'ready' ? (
            <RequestButton
              label={messages.installUpdate}
              request={() => bridge.installUpdate()}
              tone="primary"
            />
          ) : (
            <RequestButton
              label={messages.checkForUpdates}
              request={() => bridge.checkForUpdates()}
              tone="plain"
            />
          )}
        </div>
      )}
    </>
  );
}

export function About() {
  const version = useApp(({ environment }) => environment.version);
  return (
    <ScreenFrame title={messages.title}>
      <p className="pb-2.5 font-semibold text-title select-text">{messages.version(version)}</p>
      <ScreenSection title={messages.updates}>
        <Updates />
      </ScreenSection>
      <ScreenSection title={messages.diagnostics}>
        <p className="pt-1.5">{messages.diagnosticsHint}</p>
        <p className="py-1.5">
          <Button label={messages.openDiagnostics} onClick={() => go({ kind: 'diagnostics' })} />
        </p>
      </ScreenSection>
      <ScreenSection title={messages.licenses}>
        <Licenses />
      </ScreenSection>
    </ScreenFrame>
  );
}
