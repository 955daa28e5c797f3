import { useEffect, useState } from 'react';
import { accountName } from '../../../shared/accounts/index.ts';
import { formatRate } from '../../../shared/format/index.ts';
import type { Screen } from '../../../shared/ipc/contract.ts';
import type { CurrentLaunch } from '../../../shared/launch/current-launch.ts';
import { launchObstacle } from '../../../shared/launch/launch-obstacle.ts';
import { offeredGpus, offeredPlace } from '../../../shared/launch/launch-texts.ts';
import { presetFilter, presetOffer } from '../../../shared/launch/preset-of-order.ts';
import type { PresetOrder } from '../../../shared/launch/preset-order.ts';
import { ANY_OFFER } from '../../../shared/offers/offer-filter.ts';
import { offeringAccounts } from '../../../shared/offers/offer-places.ts';
import { PROVIDERS } from '../../../shared/providers/providers.ts';
import { bridge, go, replaceScreen, useApp, useHiding } from '../../store.ts';
import { Button, Choice, Loading, RefusalText, ScreenFrame, useAnswer } from '../../ui/index.ts';
import { AdvisedConsole } from '../accounts/console.tsx';
import { CloudOffers } from '../offers/cloud-offers.tsx';
import { OrderForm } from './order-form.tsx';
import { Presets } from './presets.tsx';
import { Progress } from './progress.tsx';
import type { OrderProps } from './use-order.ts';

type LaunchOrOffers = Extract<Screen, { readonly kind: 'launch' | 'offers' }>;

interface InsteadProps {
  readonly text: string;
  readonly label: string;
  readonly to: Screen;
}

function Instead({ text, label, to }: InsteadProps) {
  return (
    <div className="grid justify-items-start gap-2 pt-3">
      <p>{text}</p>
      <Button label={label} onClick={() => go(to)} tone="primary" />
    </div>
  );
}

function Failure({ launch }: { readonly launch: CurrentLaunch }) {
  const { message, action } = launch.text;
  const hide = useHiding();
  // The form shows what is wrong.
  if (message === null) return null;
  return (
    <div className="grid justify-items-start gap-2 pb-2">
      <p className="select-text" role="alert">
        <span className="text-amber">{hide(message)}</span> {hide(action ?? '')}
      </p>
      <AdvisedConsole accountId={launch.accountId} advice={action} />
    </div>
  );
}

interface OfferProps extends Pick<OrderProps, 'offer' | 'preset' | 'failed'> {
  /** The account whose list has the offer; null: no matter which. */
  readonly accountId: string | null;
}

function Offer({ offer, preset, accountId: given, failed }: OfferProps) {
  const all = useApp((app) => app.accounts);
  const accounts = offeringAccounts(all, offer.provider, given);
  const [chosen, setChosen] = useState(given);
  const usual = useApp((app) => accounts.find(({ id }) => launchObstacle(app, id) === undefined));
  const account = accounts.find(({ id }) => id === chosen) ?? usual ?? accounts[0];
  const obstacle = useApp((app) => account && launchObstacle(app, account.id));
  const hide = useHiding();
  const name = PROVIDERS[offer.provider].name;
  const signIn = { kind: 'signIn', accountId: null, provider: offer.provider } as const;
  const limit = preset?.maxPerHour ?? null;
  const isAbove = limit !== null && offer.price.perHour !== null && offer.price.perHour > limit;
  return (
    <>
      <h2 className="font-semibold text-title break-words">{offeredGpus(offer)}</h2>
      <p className="pb-2 text-quiet break-words">{offeredPlace(offer)}</p>
      {isAbove && (
        <p className="pb-2 text-amber">
          {hide(`Above this preset’s limit of ${formatRate(limit)}.`)}
        </p>
      )}
      {failed !== null && <Failure launch={failed} />}
      {account === undefined && (
        <Instead
          label="Add an account"
          text={`To launch this offer, add your ${name} account.`}
          to={signIn}
        />
      )}
      {account !== undefined && accounts.length > 1 && (
        <div className="pb-2">
          <Choice
            label="Account"
            onChange={setChosen}
            options={accounts.map(({ id }) => ({ value: id, label: accountName(all, id) }))}
            value={account.id}
          />
        </div>
      )}
      {account !== undefined && obstacle !== undefined && (
        <Instead label="Accounts" text={obstacle} to={{ kind: 'accounts' }} />
      )}
      {account !== undefined && obstacle === undefined && (
        <Choices {...{ account, offer, preset, failed }} key={account.id} />
      )}
    </>
  );
}

function Choices(props: Omit<OrderProps, 'choices' | 'localKeys'>) {
  const { account, offer } = props;
  const choices = useAnswer(account.id, (accountId) =>
    bridge.readLaunchChoices({ accountId, offer }),
  );
  const keys = useAnswer('', () => bridge.readLocalKeys());
  if (choices?.ok === false) return <RefusalText refusal={choices.refusal} />;
  if (choices === null || keys === null) return <Loading height={160} title="Loading…" />;
  return <OrderForm {...props} choices={choices.value} localKeys={keys.ok ? keys.value : []} />;
}

function OfPreset({
  preset,
  ...props
}: Omit<OfferProps, 'offer'> & { readonly preset: PresetOrder }) {
  const filter = presetFilter(preset);
  const answer = useAnswer('', () => bridge.readCloudOffers(filter));
  if (answer === null) return <Loading height={160} title="Loading…" />;
  if (!answer.ok) return <RefusalText refusal={answer.refusal} />;
  const found = presetOffer(answer.value.offers, preset);
  const { gpu, isInterruptible } = filter;
  const offers = { kind: 'offers', filter: { ...ANY_OFFER, gpu, isInterruptible } } as const;
  if (found === null)
    return <Instead label="See offers" text="No offer matches this preset now." to={offers} />;
  const accountId = props.accountId ?? found.account;
  return <Offer {...props} {...{ accountId, preset }} offer={found} />;
}

/** The shown launch: none that ended before an order was chosen. */
function useShownLaunch(hasOrder: boolean): CurrentLaunch | null {
  const launch = useApp((app) => app.currentLaunch);
  const isEnded = launch?.phase === 'launched' || launch?.phase === 'failed';
  const [leftOut] = useState(hasOrder && isEnded ? launch.startedAt : null);
  return launch?.startedAt === leftOut ? null : launch;
}

/** From an offer or a preset to a VM that accepts logins; before that, presets and offers to choose from. */
export function LaunchScreen({ screen }: { readonly screen: LaunchOrOffers }) {
  const given = screen.kind === 'launch' ? screen : null;
  const { offer = null, preset = null, accountId = null } = given ?? {};
  const hasOrder = offer !== null || preset !== null;
  const launch = useShownLaunch(given === null || hasOrder);
  const isFollowed = given !== null && launch !== null && launch.phase !== 'failed';
  const isLaunched = hasOrder && launch?.phase === 'launched';
  useEffect(() => {
    // Reopened, the screen must show this VM rather than the same form once more.
    if (isLaunched) replaceScreen({ kind: 'launch', accountId: null });
  }, [isLaunched]);
  const failed = launch?.phase === 'failed' ? launch : null;
  return (
    <ScreenFrame title={given === null ? 'Offers' : 'Launch a VM'}>
      {isFollowed && <Progress launch={launch} />}
      {/* Keeps what was typed while the order is sent: it may be refused. */}
      <div hidden={isFollowed}>
        {offer !== null && <Offer {...{ offer, preset, accountId, failed }} />}
        {offer === null && preset !== null && <OfPreset {...{ preset, accountId, failed }} />}
      </div>
      {!hasOrder && !isFollowed && (
        <>
          {failed !== null && <Failure launch={failed} />}
          {given !== null && <Presets />}
          <CloudOffers given={screen.kind === 'offers' ? screen.filter : null} />
        </>
      )}
    </ScreenFrame>
  );
}
