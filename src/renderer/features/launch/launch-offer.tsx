import { launchObstacle } from '../../../shared/launch/launch-obstacle.ts';
import { offeredGpus } from '../../../shared/launch/launch-texts.ts';
import { type FoundOffer, offeringAccounts } from '../../../shared/offers/offer-places.ts';
import { go } from '../../navigation.ts';
import { useApp } from '../../store.ts';
import { Button } from '../../ui/index.ts';
import { messages } from './messages.ts';

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
  const accountId = accounts.find(({ label }) => label === account)?.id ?? null;
  const renters = offeringAccounts(accounts, offer.provider, accountId);
  const isRefused = useApp((app) => renters.every(({ id }) => launchObstacle(app, id)));
  const hasAccount = accounts.some(({ provider }) => provider === offer.provider);
  if (hasAccount && isRefused) return null;
  return (
    <LaunchButton
      onClick={() => go({ kind: 'launch', accountId, offer })}
      what={`${offeredGpus(offer)} ${offer.where ?? ''}`}
    />
  );
}
