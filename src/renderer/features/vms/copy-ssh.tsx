import { type Vm, vmPhase } from '../../../shared/domain/index.ts';
import { Icon, RefusalText, useCopying } from '../../ui/index.ts';

interface CopySshProps {
  readonly vm: Vm;
  readonly accountId: string;
  readonly name: string;
  readonly isActive: boolean;
}

/** Copies the SSH command, always in the same place; where there is no address, the reason is one hover away. */
export function CopySsh({ vm, accountId, name, isActive }: CopySshProps) {
  const { outcome, copy } = useCopying({ accountId, vmId: vm.id, what: 'ssh' });
  if (vm.ipAddress === null || vmPhase(vm.status) === 'destroyed')
    return <span className="vm-row-copy" title="No address to log in to" />;
  const isCopied = outcome?.kind === 'copied';
  return (
    <>
      <button
        aria-label={`Copy SSH command of ${name}`}
        className="vm-row-copy rounded-md text-quiet hover:bg-line hover:text-ink"
        data-copy=""
        onClick={copy}
        tabIndex={isActive ? 0 : -1}
        title="Copy SSH command (C)"
        type="button"
      >
        {isCopied ? <span className="text-accent text-small">Copied</span> : <Icon name="copy" />}
      </button>
      <span aria-live="polite" className="sr-only">
        {isCopied && 'Copied'}
      </span>
      {outcome?.kind === 'refused' && (
        <div className="vm-row-refusal">
          <RefusalText refusal={outcome.refusal} />
        </div>
      )}
    </>
  );
}
