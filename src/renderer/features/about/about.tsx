import { bridge } from '../../bridge.ts';
import { useApp } from '../../store.ts';
import {
  Button,
  lazy,
  RefusalText,
  ScreenFrame,
  ScreenSection,
  SwappedText,
  useCopy,
} from '../../ui/index.ts';
import { messages } from './messages.ts';

// The texts are longer than the screen's code.
const Licenses = lazy(async () => (await import('./licenses.tsx')).Licenses);

function CopyDiagnostics() {
  const { isBusy, refusal, isCopied, copy } = useCopy();
  return (
    <div className="py-1.5">
      <Button isBusy={isBusy} onClick={() => void copy(bridge.copyDiagnostics())}>
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
