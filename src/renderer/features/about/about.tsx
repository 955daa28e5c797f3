import { go } from '../../navigation.ts';
import { useApp } from '../../store.ts';
import { Button, lazy, ScreenFrame, ScreenSection } from '../../ui/index.ts';
import { messages } from './messages.ts';

// The texts are longer than the screen's code.
const Licenses = lazy(async () => (await import('./licenses.tsx')).Licenses);

/** Version, updates, diagnostics and licenses. */
export function About() {
  const version = useApp(({ surroundings }) => surroundings.version);
  return (
    <ScreenFrame title={messages.title}>
      <p className="pb-2.5 font-semibold text-title select-text">{messages.version(version)}</p>
      <ScreenSection title={messages.updates}>
        <p className="py-1.5">{messages.updatesHint}</p>
      </ScreenSection>
      <ScreenSection title={messages.diagnostics}>
        <p className="pt-1.5">{messages.diagnosticsHint}</p>
        <p className="py-1.5">
          <Button onClick={() => go({ kind: 'diagnostics' })}>{messages.openDiagnostics}</Button>
        </p>
      </ScreenSection>
      <ScreenSection title={messages.licenses}>
        <Licenses />
      </ScreenSection>
    </ScreenFrame>
  );
}
