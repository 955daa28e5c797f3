import { useEffect, useEffectEvent, useState } from 'react';
import { CHECK_TITLES, type Check, type CheckState } from '../../../shared/diagnostics/check.ts';
import { counted, joined } from '../../../shared/format/index.ts';
import { bridge } from '../../store.ts';
import {
  Button,
  Icon,
  type IconName,
  keyed,
  RefusalText,
  RequestButton,
  ScreenFrame,
  ScreenSection,
  useRequest,
} from '../../ui/index.ts';

type Mark = readonly [icon: IconName, color: string, label: string];

/** Each differs in shape, not only in color. */
const MARKS: Readonly<Record<CheckState, Mark>> = {
  ok: ['done', 'text-accent', 'OK'],
  warning: ['warning', 'text-amber', 'Warning'],
  failed: ['close', 'text-amber', 'Failed'],
  unknown: ['question', 'text-quiet', 'Not checked'],
  notApplicable: ['dash', 'text-quiet', 'Not applicable'],
};

/** `2 failed, 1 warning`. */
function summary(checks: readonly Check[]): string {
  const count = (state: CheckState) => checks.filter((check) => check.state === state).length;
  const [failed, warnings] = [count('failed'), count('warning')];
  const parts = [failed > 0 && `${failed} failed`, warnings > 0 && counted(warnings, 'warning')];
  return `${joined(parts, ', ') || 'No problems found'}.`;
}

function CheckRow({ id, subject, state, detail, nextStep }: Check) {
  const [icon, color, label] = MARKS[state];
  const isTrouble = state === 'failed' || state === 'warning';
  return (
    <li className="flex gap-2 py-1">
      <span className={`pt-0.5 ${color}`} title={label}>
        <Icon name={icon} />
        <span className="sr-only">{label}</span>
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

export function Diagnostics() {
  const [checks, setChecks] = useState<readonly Check[] | null>(null);
  const { isBusy, refusal, ask } = useRequest();
  const run = async () => {
    const answer = await ask(bridge.diagnose());
    if (answer.ok) setChecks(answer.value);
  };
  const onOpen = useEffectEvent(() => void run());
  useEffect(() => onOpen(), []);
  return (
    <ScreenFrame title="Diagnostics">
      <ScreenSection title="Checks">
        <div className="flex flex-wrap items-center gap-x-3 gap-y-1 py-1.5">
          <Button otherLabel="Checking…" isBusy={isBusy} label="Check again" onClick={run} />
          <span className="text-quiet" role="status">
            {!isBusy && checks !== null && summary(checks)}
          </span>
          <RefusalText refusal={refusal} />
        </div>
        <ul>
          {/* Two services on one host have the same name. */}
          {keyed(checks ?? [], ({ id, subject }) => `${id} ${subject ?? ''}`).map(
            ({ key, item }) => (
              <CheckRow {...item} key={key} />
            ),
          )}
        </ul>
      </ScreenSection>
      <ScreenSection title="Bug report">
        <p className="pt-1.5">
          Versions and check results for a bug report. No names, amounts or keys.
        </p>
        <div className="py-1.5">
          <RequestButton
            doneLabel="Copied"
            label="Copy diagnostics"
            request={() => bridge.copyDiagnostics()}
            tone="plain"
          />
        </div>
        <p className="pt-1.5">
          If VMs or amounts are missing: the response format, without values.
        </p>
        <div className="py-1.5">
          <RequestButton
            doneLabel="Copied"
            label="Copy response format"
            request={() => bridge.copyShapes()}
            tone="plain"
          />
        </div>
      </ScreenSection>
    </ScreenFrame>
  );
}
