import { type Opener, type OpenTarget, openingLabel, openVm, useOpening } from '../../open-vm.ts';
import { Button, RefusalText } from '../../ui/index.ts';

interface OpenActionProps {
  readonly target: OpenTarget;
  readonly opener: Opener;
  readonly words: string;
  readonly hint?: string;
  readonly isPrimary?: boolean;
}

/** A button that opens the VM with something, among others in a row: how that goes is said below all of them. */
export function OpenAction({ target, opener, words, hint, isPrimary = false }: OpenActionProps) {
  const opening = useOpening(target, opener);
  const isUnderWay = opening !== null && opening.state !== 'refused';
  return (
    <div className="contents">
      <Button
        busyLabel="Opening…"
        isBusy={isUnderWay}
        onClick={() => void openVm(target, opener)}
        tone={isPrimary ? 'primary' : 'plain'}
        {...(hint !== undefined && { hint })}
      >
        {words}
      </Button>
      <span aria-live="polite" className="sr-only">
        {opening?.state === 'opening' && openingLabel(opening)}
      </span>
      <p className="order-last basis-full text-quiet text-small empty:hidden" role="status">
        {opening?.state === 'slow' && openingLabel(opening)}
      </p>
      <RefusalText isBelowRow refusal={opening?.refusal ?? null} />
    </div>
  );
}
