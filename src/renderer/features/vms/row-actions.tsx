import { copyFromVm, useCopyOutcome } from '../../copy-from-vm.ts';
import { type OpenTarget, openingLabel, useOpening } from '../../open-vm.ts';
import { Icon, RefusalText } from '../../ui/index.ts';
import { copySshLabel, messages } from './messages.ts';

interface CopySshProps {
  readonly accountId: string;
  readonly vmId: string;
  readonly name: string;
  /** Why there is no SSH command, shown on hover; null: there is one. */
  readonly obstacle: string | null;
  readonly isActive: boolean;
}

/** The copy button of a row. Without a command its place stays empty. */
export function CopySsh({ accountId, vmId, name, obstacle, isActive }: CopySshProps) {
  const outcome = useCopyOutcome(accountId, vmId);
  if (obstacle !== null) return <span className="vm-row-copy" title={obstacle} />;
  const isCopied = outcome !== null && outcome.refusal === null;
  return (
    <button
      aria-label={copySshLabel(name)}
      className="vm-row-copy rounded-md text-quiet hover:bg-hover hover:text-ink"
      onClick={() => copyFromVm({ accountId, vmId, what: 'ssh' })}
      tabIndex={isActive ? 0 : -1}
      title={messages.copyHint}
      type="button"
    >
      {isCopied ? (
        <span className="-translate-x-1 text-accent text-tiny">{messages.copied}</span>
      ) : (
        <Icon name="copy" />
      )}
    </button>
  );
}

/** One function identity for all renders, so that each result is scrolled into view once. */
function scrollIntoView(result: HTMLElement | null): void {
  result?.scrollIntoView({ block: 'nearest' });
}

/** Result of copying or opening, below the row and over its neighbors; successes are only announced. */
export function ActionResult({ target }: { readonly target: OpenTarget }) {
  const copied = useCopyOutcome(target.accountId, target.vmId);
  const opening = useOpening(target);
  const refusal = copied?.refusal ?? opening?.refusal ?? null;
  const label = opening !== null && opening.refusal === null ? openingLabel(opening) : null;
  return (
    <>
      <span aria-live="polite" className="sr-only">
        {copied !== null && copied.refusal === null ? messages.copied : label}
      </span>
      {refusal !== null && (
        <div className="vm-row-result" key="refusal" ref={scrollIntoView}>
          <RefusalText refusal={refusal} />
        </div>
      )}
      {refusal === null && label !== null && (
        <p aria-hidden="true" className="vm-row-result text-small" key="label" ref={scrollIntoView}>
          {label}
        </p>
      )}
    </>
  );
}
