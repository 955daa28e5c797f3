import { offeredGpus } from '../../../shared/launch/launch-texts.ts';
import { type FoundOffer, offeringAccounts } from '../../../shared/offers/offer-places.ts';
import { go } from '../../navigation.ts';
import { useApp } from '../../store.ts';
import { Button } from '../../ui/index.ts';
import { messages } from './launch-messages.ts';

interface LaunchButtonProps {
  /** For screen readers, after the label. */
  readonly what: string;
  readonly onClick: () => void;
}

export function LaunchButton({ what, onClick }: LaunchButtonProps) {
  const label = (
    <>
      {messages.launchOffer}
      <span className="sr-only"> {what}</span>
    </>
  );
  return <Button label={label} onClick={onClick} tone="link" />;
}

/** Opens the form for an offer. Nothing where no account at its provider can rent it. */
export function LaunchOffer({ offer: found }: { readonly offer: FoundOffer }) {
  const { account, ...offer } = found;
  const accounts = useApp((app) => app.accounts);
  const refused = useApp((app) => app.refusedWrites);
  const accountId = accounts.find(({ label }) => label === account)?.id ?? null;
  const able = offeringAccounts(accounts, offer.provider, accountId);
  const isWithout = accounts.every(({ provider }) => provider !== offer.provider);
  if (!isWithout && able.every(({ id }) => id in refused)) return null;
  return (
    <LaunchButton
      onClick={() => go({ kind: 'launch', accountId, draft: null, offer })}
      what={`${offeredGpus(offer)} ${offer.where ?? ''}`}
    />
  );
}
