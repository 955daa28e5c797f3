import { useState, useTransition } from 'react';
import { ownerName } from '../../../shared/accounts/index.ts';
import { vmName } from '../../../shared/domain/vm.ts';
import type { Refusal } from '../../../shared/ipc/bridge.ts';
import { FIRST_STOP } from '../../../shared/operations/operation-texts.ts';
import {
  IDLE_HINT,
  isIdle,
  type ReviewedVm,
  savingsText,
  stopReview,
  type UnreviewedVm,
} from '../../../shared/state/stop-review.ts';
import { appNow, bridge, go, useApp, useHiding, useNavigation } from '../../store.ts';
import { Button, Money, RefusalText, ScreenFrame, Segments } from '../../ui/index.ts';
import { ConsoleLink } from '../accounts/console.tsx';

type When = 'now' | 'later';
/** What became of the request for a VM, by `vmKey`; absent: none was sent. */
type Results = Readonly<Record<string, 'sent' | Refusal>>;

const WHEN = [
  { value: 'now', label: 'now' },
  { value: 'later', label: 'if still idle in 1 h' },
] as const;

const targetOf = ({ accountId, vmId }: ReviewedVm) => ({ accountId, vmId });

/** Name, account where there are several, and why the VM is listed. */
function Name({ vm, accountId, text: why }: ReviewedVm) {
  const owner = useApp(({ accounts }) => ownerName(accounts, accountId));
  return (
    <span className="break-words">
      <span className="font-medium">{vmName(vm)}</span>
      {owner !== null && ` (${owner})`} <span className="text-amber text-small">{why}</span>
    </span>
  );
}

/** Whether a later stop is chosen, which a VM that is not idle can't have. */
const isOff = (one: ReviewedVm, when: When) => when === 'later' && !isIdle(one);

interface RowProps {
  readonly one: ReviewedVm;
  readonly when: When;
  readonly result: Results[string] | undefined;
  readonly isOn: boolean;
  onChange(isOn: boolean): void;
}

function Row({ one, when, result, isOn, onChange }: RowProps) {
  const { key, vm, effects } = one;
  const hasAutoStop = useApp(({ autoStops }) => autoStops[key]?.limit != null);
  const isDisabled = isOff(one, when) || result === 'sent';
  const { perHour } = vm.billed;
  const hide = useHiding();
  return (
    <li>
      <label className="grid grid-cols-[auto_minmax(0,1fr)_auto] items-baseline gap-x-2">
        <input
          aria-describedby={key}
          checked={isOn}
          className="accent-accent"
          disabled={isDisabled}
          onChange={({ currentTarget }) => onChange(currentTarget.checked)}
          type="checkbox"
        />
        <Name {...one} />
        {perHour !== null && <Money amount={perHour} per="h" />}
      </label>
      <p className="pl-5 text-quiet text-small" id={key}>
        {result === 'sent'
          ? 'Requested.'
          : isDisabled
            ? 'Not idle, so it can only be stopped now.'
            : hide(effects.join(' '))}
        {when === 'later' && isIdle(one) && hasAutoStop && ' Replaces its auto-stop.'}
      </p>
      <RefusalText refusal={typeof result === 'object' ? result : null} />
    </li>
  );
}

/** VMs that are not stopped with the others, with what can be done. */
function Others({ others }: { readonly others: readonly UnreviewedVm[] }) {
  if (others.length === 0) return null;
  return (
    <section className="grid gap-2">
      <h2 className="text-quiet text-tiny">Not included</h2>
      <ul className="grid gap-2">
        {others.map(({ why, step, ...one }) => (
          <li className="flex flex-wrap items-baseline justify-between gap-x-2" key={one.key}>
            <Name {...one} />
            {step === 'console' ? (
              <ConsoleLink accountId={one.accountId} />
            ) : (
              <Button
                label="Stop…"
                onClick={() => go({ kind: 'vm', ...targetOf(one), operation: 'stop' })}
                tone="link"
              />
            )}
            <span className="basis-full text-quiet text-small">{why}</span>
          </li>
        ))}
      </ul>
    </section>
  );
}

function request(one: ReviewedVm, when: When) {
  return when === 'now'
    ? bridge.operateVm({ ...targetOf(one), operation: 'stop', ifWaste: true })
    : bridge.setAutoStop({ ...targetOf(one), when: 'idle 1h' });
}

/** Stops the idle and stuck VMs that the user leaves checked, now or once they were idle for another hour. */
export function StopIdle() {
  const [{ stoppable, others }] = useState(() => stopReview(appNow(), Date.now()));
  const [unchecked, setUnchecked] = useState<readonly string[]>([]);
  const [results, setResults] = useState<Results>({});
  const [when, setWhen] = useState<When>('now');
  const [isBusy, send] = useTransition();
  /** The first stop of an account that is not proven is confirmed twice. */
  const [isAskedAgain, setAskedAgain] = useState(false);
  const hide = useHiding();
  const open = stoppable.filter((one) => results[one.key] !== 'sent' && !isOff(one, when));
  const chosen = open.filter((one) => !unchecked.includes(one.key));
  const vms = chosen.length === 1 ? '1 VM' : `${chosen.length} VMs`;
  async function stop(): Promise<void> {
    const isUnproven = chosen.some(({ account }) => account.keys.isUnproven);
    if (when === 'now' && isUnproven && !isAskedAgain) return setAskedAgain(true);
    const answers = await Promise.all(
      chosen.map(async (one) => [one.key, await request(one, when)] as const),
    );
    const own = answers.map(([key, answer]) => [key, answer.ok ? 'sent' : answer.refusal] as const);
    setResults({ ...results, ...Object.fromEntries(own) });
    const isOpen = useNavigation.getState().screen.kind === 'stopIdle';
    if (isOpen && answers.every(([, answer]) => answer.ok)) go({ kind: 'vms' });
  }
  return (
    <ScreenFrame title="Stop idle VMs">
      <div className="grid grid-cols-[minmax(0,1fr)] gap-4">
        {stoppable.length + others.length === 0 && (
          <p className="text-quiet">No idle or stuck VM to stop.</p>
        )}
        <ul className="grid gap-3 empty:hidden">
          {stoppable.map((one) => (
            <Row
              isOn={chosen.includes(one)}
              key={one.key}
              onChange={(isOn) =>
                setUnchecked((all) =>
                  isOn ? all.filter((key) => key !== one.key) : [...all, one.key],
                )
              }
              one={one}
              result={results[one.key]}
              when={when}
            />
          ))}
        </ul>
        <Others others={others} />
        {stoppable.length > 0 && (
          <>
            <Segments label="When" onChange={setWhen} options={WHEN} value={when} />
            {stoppable.some(isIdle) && <p className="text-quiet text-small">{IDLE_HINT}</p>}
            <p className="text-amber empty:hidden" role="alert">
              {isAskedAgain && when === 'now' && FIRST_STOP}
            </p>
            <div className="flex flex-wrap items-center justify-between gap-2">
              <span aria-live="polite" className="text-quiet">
                {hide(savingsText(chosen) ?? '')}
              </span>
              <Button
                isBusy={isBusy}
                isDisabled={isBusy || chosen.length === 0}
                label={when === 'now' ? `Stop ${vms}` : `Set for ${vms}`}
                onClick={() => send(stop)}
                tone={when === 'now' ? 'danger' : 'primary'}
              />
            </div>
          </>
        )}
      </div>
    </ScreenFrame>
  );
}
