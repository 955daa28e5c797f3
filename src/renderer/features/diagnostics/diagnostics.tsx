import { useEffect, useEffectEvent, useState } from 'react';
import {
  CHECK_IDS,
  CHECK_TITLES,
  type Check,
  type CheckState,
} from '../../../shared/diagnostics/check.ts';
import { bridge } from '../../bridge.ts';
import {
  Button,
  keyed,
  RefusalText,
  ScreenFrame,
  ScreenSection,
  SwappedText,
  useCopy,
  useRequest,
} from '../../ui/index.ts';
import { messages, STATE_LABELS, summary } from './messages.ts';

/** One row for each check before the first result, so that no row moves then. */
const PENDING: readonly Check[] = CHECK_IDS.map((id) => ({
  id,
  subject: null,
  state: 'unknown',
  detail: messages.checking,
  nextStep: null,
}));

/** Each differs in shape, not only in color. */
const MARKS: Readonly<Record<CheckState, readonly [path: string, color: string]>> = {
  ok: ['m3 8.5 3.5 3.5L13 4.5', 'text-accent'],
  warning: ['M8 2 1.5 13.5h13zM8 6.5v3.25m0 1.75v.25', 'text-amber'],
  failed: ['m4 4 8 8m0-8-8 8', 'text-amber'],
  unknown: ['M5.5 6a2.5 2.5 0 1 1 3.6 2.2C8.3 8.7 8 9.2 8 10m0 2v.5', 'text-quiet'],
  notApplicable: ['M4 8h8', 'text-quiet'],
};

function CheckMark({ state }: { readonly state: CheckState }) {
  const [path, color] = MARKS[state];
  return (
    <svg
      aria-label={STATE_LABELS[state]}
      className={`icon ${color}`}
      role="img"
      viewBox="0 0 16 16"
    >
      <title>{STATE_LABELS[state]}</title>
      <path d={path} />
    </svg>
  );
}

function CheckRow({ check }: { readonly check: Check }) {
  const { id, subject, state, detail, nextStep } = check;
  const isTrouble = state === 'failed' || state === 'warning';
  return (
    <li className="flex gap-2 py-1">
      <span className="pt-0.5">
        <CheckMark state={state} />
      </span>
      <div className="grid min-w-0 grow grid-cols-[6.5rem_minmax(0,1fr)] gap-x-2 max-[359px]:grid-cols-[minmax(0,1fr)]">
        <h3 className="font-medium">{CHECK_TITLES[id]}</h3>
        <div className="break-words select-text">
          {subject !== null && (
            <p className="one-line" dir="auto" title={subject}>
              {subject}
            </p>
          )}
          <p className={isTrouble ? '' : 'text-quiet'}>{detail}</p>
          {nextStep !== null && <p className="text-small">{nextStep}</p>}
        </div>
      </div>
    </li>
  );
}

function Checks() {
  const [checks, setChecks] = useState<readonly Check[] | null>(null);
  const { isBusy, refusal, ask } = useRequest();
  const run = async () => {
    const answer = await ask(bridge.diagnose());
    if (answer.ok) setChecks(answer.value);
  };
  const onOpen = useEffectEvent(() => void run());
  useEffect(() => onOpen(), []);
  const shown = checks ?? (refusal === null ? PENDING : []);
  return (
    <>
      <div className="flex flex-wrap items-center gap-x-3 gap-y-1 py-1.5">
        <Button
          busyLabel={messages.checking}
          isBusy={isBusy}
          label={messages.checkAgain}
          onClick={run}
        />
        <span className="text-quiet" role="status">
          {!isBusy && checks !== null && summary(checks)}
        </span>
        <RefusalText refusal={refusal} />
      </div>
      <ul>
        {/* Two services on one host have the same name. */}
        {keyed(shown, ({ id, subject }) => `${id} ${subject ?? ''}`).map(({ key, item }) => (
          <CheckRow check={item} key={key} />
        ))}
      </ul>
    </>
  );
}

interface CopyButtonProps {
  readonly label: string;
  readonly request: () => ReturnType<typeof bridge.copyDiagnostics>;
}

function CopyButton({ label, request }: CopyButtonProps) {
  const { isBusy, refusal, isCopied, copy } = useCopy();
  return (
    <div className="py-1.5">
      <Button
        isBusy={isBusy}
        label={<SwappedText isOther={isCopied} other={messages.copied} usual={label} />}
        onClick={() => copy(request())}
      />
      <span className="sr-only" role="status">
        {isCopied && messages.copied}
      </span>
      <RefusalText refusal={refusal} />
    </div>
  );
}

/** The checks of this computer, its accounts and their services, and the text for a bug report. */
export function Diagnostics() {
  return (
    <ScreenFrame title={messages.title}>
      <ScreenSection title={messages.checks}>
        <Checks />
      </ScreenSection>
      <ScreenSection title={messages.report}>
        <p className="pt-1.5">{messages.reportHint}</p>
        <CopyButton label={messages.copy} request={() => bridge.copyDiagnostics()} />
        <p className="pt-1.5">{messages.shapesHint}</p>
        <CopyButton label={messages.copyShapes} request={() => bridge.copyShapes()} />
      </ScreenSection>
    </ScreenFrame>
  );
}
