import { useId } from 'react';
import { messages } from './messages.ts';

interface OnVmProps {
  readonly isOn: boolean;
  readonly isBusy: boolean;
  readonly onChange: (isOn: boolean) => void;
}

/** Whether the VM stops itself too. */
export function OnVm({ isOn, isBusy, onChange }: OnVmProps) {
  const id = useId();
  return (
    <div className="grid grid-cols-[auto_minmax(0,1fr)] gap-x-2">
      <input
        aria-describedby={`${id}-hint`}
        checked={isOn}
        className="mt-0.5 accent-accent"
        disabled={isBusy}
        id={id}
        onChange={({ currentTarget }) => onChange(currentTarget.checked)}
        type="checkbox"
      />
      <label htmlFor={id}>{messages.onVm}</label>
      <p className="col-start-2 text-quiet text-small" id={`${id}-hint`}>
        {messages.onVmHint}
      </p>
    </div>
  );
}
