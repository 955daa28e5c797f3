import { copyFromVm, useCopyOutcome } from '../../copying.ts';
import { Icon } from '../../ui/index.ts';

interface CopySshProps {
  readonly accountId: string;
  readonly vmId: string;
  readonly name: string;
  /** Why there is nothing to copy; null: there is. */
  readonly obstacle: string | null;
  readonly isActive: boolean;
}

/** Copies the SSH command, always in the same place; where there is no address, the reason is one hover away. */
export function CopySsh({ accountId, vmId, name, obstacle, isActive }: CopySshProps) {
  const outcome = useCopyOutcome(accountId, vmId);
  if (obstacle !== null) return <span className="vm-row-copy" title={obstacle} />;
  const isCopied = outcome !== null && outcome.refusal === null;
  return (
    <button
      aria-label={`Copy SSH command of ${name}`}
      className="vm-row-copy rounded-md text-quiet hover:bg-hover hover:text-ink"
      onClick={() => copyFromVm({ accountId, vmId, what: 'ssh' })}
      tabIndex={isActive ? 0 : -1}
      title="Copy SSH command (C)"
      type="button"
    >
      {isCopied ? (
        <span className="-translate-x-1 text-accent text-tiny">Copied</span>
      ) : (
        <Icon name="copy" />
      )}
    </button>
  );
}
