import { longerCosts, offeredGpus, priceText } from '../../../shared/launch/launch-texts.ts';
import type { GpuOffer } from '../../../shared/offers/gpu-offer.ts';
import { useApp } from '../../store.ts';
import { Money } from '../../ui/index.ts';
import { messages } from './launch-messages.ts';

interface CostsProps {
  readonly offer: GpuOffer;
  /** $/h; null: unknown. */
  readonly perHour: number | null;
  readonly months: number | null;
}

/** What is rented, and its cost per hour, day and month. */
export function Costs({ offer, perHour, months }: CostsProps) {
  const { hideAmounts } = useApp(({ preferences }) => preferences);
  const longer = months === null ? longerCosts : (rate: number) => priceText(rate, months);
  return (
    <div className="min-w-0 flex-1 basis-40">
      <p className="font-medium break-words">
        {offeredGpus(offer)} ·{' '}
        {perHour === null ? messages.noPrice : <Money amount={perHour} per="h" />}
      </p>
      {perHour !== null && !hideAmounts && (
        <p className="text-quiet text-small">{longer(perHour)}</p>
      )}
    </div>
  );
}

export function launchLabel(
  perHour: number | null,
  months: number | null,
  hideAmounts: boolean,
): string {
  if (perHour === null) return messages.launchUnknown;
  return hideAmounts ? messages.launch : messages.launchFor(priceText(perHour, months));
}
