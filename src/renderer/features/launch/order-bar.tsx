import { longerCosts, offeredGpus, priceText } from '../../../shared/launch/launch-texts.ts';
import type { GpuOffer } from '../../../shared/offers/gpu-offer.ts';
import { useApp } from '../../store.ts';
import { Button, Money } from '../../ui/index.ts';
import { messages } from './messages.ts';

interface OrderBarProps {
  readonly offer: GpuOffer;
  /** $/h of the machine; null: unknown. */
  readonly perHour: number | null;
  /** Of a reservation, which is paid at once; null: none. */
  readonly months: number | null;
  readonly isBusy: boolean;
  readonly isDisabled: boolean;
}

/** One line with the machine and its costs, and the button that orders it for them. */
export function OrderBar({ offer, perHour, months, isBusy, isDisabled }: OrderBarProps) {
  const { hideAmounts } = useApp(({ preferences }) => preferences);
  const price = perHour === null ? null : priceText(perHour, months);
  const shown = hideAmounts ? messages.launch : messages.launchFor(price ?? '');
  const longer = perHour !== null && months === null ? longerCosts(perHour) : price;
  return (
    <div className="flex flex-wrap items-center justify-between gap-2">
      <div className="min-w-0 flex-1 basis-40">
        <p className="font-medium break-words">
          {offeredGpus(offer)} · <Money amount={perHour} per="h" />
        </p>
        {!hideAmounts && <p className="text-quiet text-small">{longer}</p>}
      </div>
      <Button
        isBusy={isBusy}
        isDisabled={isBusy || isDisabled}
        label={price === null ? messages.launchUnknown : shown}
        tone="primary"
        type="submit"
      />
    </div>
  );
}
