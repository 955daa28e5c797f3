import { useEffect, useEffectEvent, useState } from 'react';
import { CHECK_TITLES, type Check, type CheckState } from '../../../shared/diagnostics/check.ts';
import { bridge } from '../../bridge.ts';
import {
  Button,
  Icon,
  type IconName,
  keyed,
  RefusalText,
  ScreenFrame,
  ScreenSection,
  SwappedText,
  useCopy,
  useRequest,
} from '../../ui/index.ts';
import { messages, STATE_LABELS, summary } from './messages.ts';

/** Each differs in shape, not only in color. */
const MARKS: Readonly<Record<CheckState, readonly [icon: IconName, color: string]>> = {
  ok: ['done', 'text-accent'],
  warning: ['warning', 'text-amber'],
  failed: ['close', 'text-amber'],
  unknown: ['question', 'text-quiet'],
  notApplicable: ['dash', 'text-quiet'],
};

function CheckRow({ check }: { readonly check: Check }) {
  const { id, subject, state, detail, nextStep } = check;
  const [icon, color] = MARKS[state];
  const isTrouble = state === 'failed' || state === 'warning';
  return (
    <li className="flex gap-2 py-1">
      <span className={`pt-0.5 ${color}`} title={STATE_LABELS[state]}>
        <Icon name={icon} />
        <span className="sr-only">{STATE_LABELS[state]}</span>
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
        {keyed(checks ?? [], ({ id, subject }) => `${id} ${subject ?? ''}`).map(({ key, item }) => (
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
