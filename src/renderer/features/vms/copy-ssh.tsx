import type { Vm } from '../../../shared/domain/index.ts';
import { copyFromVm, useCopyOutcome } from '../../copying.ts';
import { Icon, RefusalText } from '../../ui/index.ts';
import { canLogIn } from './can-log-in.ts';

interface CopySshProps {
  readonly vm: Vm;
  readonly accountId: string;
  readonly name: string;
  readonly isActive: boolean;
}

/** Copies the SSH command, always in the same place; where there is no address, the reason is one hover away. */
export function CopySsh({ vm, accountId, name, isActive }: CopySshProps) {
  const outcome = useCopyOutcome(accountId, vm.id);
  if (!canLogIn(vm)) return <span className="vm-row-copy" title="No address to log in to" />;
  const isCopied = outcome !== null && outcome.refusal === null;
  return (
    <>
      <button
        aria-label={`Copy SSH command of ${name}`}
        className="vm-row-copy rounded-md text-quiet hover:bg-line hover:text-ink"
        onClick={() => copyFromVm({ accountId, vmId: vm.id, what: 'ssh' })}
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
      <span aria-live="polite" className="sr-only">
        {isCopied && 'Copied'}
      </span>
      {outcome !== null && outcome.refusal !== null && (
        <div className="vm-row-refusal">
          <RefusalText refusal={outcome.refusal} />
        </div>
      )}
    </>
  );
}
