import { copyFromVm, useCopyOutcome } from '../../copy-from-vm.ts';
import type { VmTarget } from '../../store.ts';
import { Icon } from '../../ui/index.ts';
import { messages } from '../vms/details-messages.ts';

interface SshCommandProps {
  readonly target: VmTarget;
  readonly command: string;
}

/** The SSH command; a click anywhere on it copies it. */
export function SshCommand({ target, command }: SshCommandProps) {
  const isCopied = useCopyOutcome({ ...target, what: 'ssh' })?.refusal === null;
  return (
    <div>
      <button
        className="-mx-2 flex min-h-8 w-[calc(100%+1rem)] items-center gap-2 rounded-md px-2 text-left hover:bg-hover"
        onClick={() => copyFromVm({ ...target, what: 'ssh' })}
        title={messages.copySshHint}
        type="button"
      >
        <span className="sr-only">{messages.copySsh} </span>
        <code className="code-font min-w-0 grow [overflow-wrap:anywhere]">{command}</code>
        <span className={isCopied ? 'text-accent' : 'text-quiet'}>
          <Icon name={isCopied ? 'done' : 'copy'} />
        </span>
      </button>
      <span aria-live="polite" className="sr-only">
        {isCopied && messages.copied}
      </span>
    </div>
  );
}
