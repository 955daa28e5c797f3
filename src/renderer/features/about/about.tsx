import { useEffect, useState } from 'react';
import { bridge } from '../../bridge.ts';
import { useApp } from '../../store.ts';
import {
  Button,
  lazy,
  RefusalText,
  ScreenFrame,
  ScreenSection,
  SwappedText,
  useRequest,
} from '../../ui/index.ts';
import { messages } from './messages.ts';

// The texts are longer than the screen's code.
const Licenses = lazy(async () => (await import('./licenses.tsx')).Licenses);

const COPIED_MS = 1_500;

function CopyDiagnostics() {
  const { isBusy, refusal, ask } = useRequest();
  const [isCopied, setIsCopied] = useState(false);
  useEffect(() => {
    if (!isCopied) return;
    const timer = setTimeout(() => setIsCopied(false), COPIED_MS);
    return () => clearTimeout(timer);
  }, [isCopied]);
  return (
    <div className="py-1.5">
      <Button
        isBusy={isBusy}
        onClick={() => void ask(bridge.copyDiagnostics()).then(({ ok }) => setIsCopied(ok))}
      >
        <SwappedText isOther={isCopied} other={messages.copied} usual={messages.copy} />
      </Button>
      <span className="sr-only" role="status">
        {isCopied && messages.copied}
      </span>
      <RefusalText refusal={refusal} />
    </div>
  );
}

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
        <CopyDiagnostics />
      </ScreenSection>
      <ScreenSection title={messages.licenses}>
        <Licenses />
      </ScreenSection>
    </ScreenFrame>
  );
}
