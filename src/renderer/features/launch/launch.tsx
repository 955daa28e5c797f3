import { useEffect, useState } from 'react';
import { accountName } from '../../../shared/accounts/index.ts';
import type { OrderDraft } from '../../../shared/domain/order-draft.ts';
import { EMPTY_DRAFT } from '../../../shared/domain/vm-order.ts';
import type { Screen } from '../../../shared/ipc/contract.ts';
import type { Launch } from '../../../shared/launch/launch.ts';
import { findAccount } from '../../../shared/state/index.ts';
import { replaceScreen } from '../../navigation.ts';
import { useApp } from '../../store.ts';
import { ScreenFrame, Segments, Select } from '../../ui/index.ts';
import { CloudOffers } from '../offers/cloud-offers.tsx';
import { Offers } from '../offers/offers.tsx';
import { useOffers } from '../offers/use-offers.ts';
import type { LaunchValues } from './launch-form.tsx';
import { LaunchScreen as NewLaunchScreen } from './launch-screen.tsx';
import { messages } from './messages.ts';
import { OrderForm, useLaunchAccounts } from './order-form.tsx';
import { priceOf } from './price.tsx';
import { Progress } from './progress.tsx';

type LaunchOrOffers = Extract<Screen, { readonly kind: 'launch' | 'offers' }>;

const TABS = (['launch', 'offers'] as const).map((value) => ({
  value,
  label: messages.tabs[value],
}));

/** The last launch; null: none, or it ended before the order that is shown was chosen. */
function useShownLaunch(hasOrder: boolean) {
  const launch = useApp((app) => app.launch);
  const hasEnded = launch?.phase === 'launched' || launch?.phase === 'failed';
  const ended = hasEnded ? launch.startedAt : null;
  const [leftOut, setLeftOut] = useState(hasOrder ? ended : null);
  return {
    launch: launch?.startedAt === leftOut ? null : launch,
    leaveOut: () => setLeftOut(ended),
  };
}

/** The order at the start of the form: the given order, the last order, or a preset. */
function useFirstDraft(given: OrderDraft | null, launch: Launch | null): OrderDraft {
  const { lastOrder, launchPresets } = useApp(({ preferences }) => preferences);
  if (given !== null) return { ...given, template: given.template || (lastOrder?.template ?? '') };
  return launch?.draft ?? lastOrder ?? launchPresets[0]?.draft ?? EMPTY_DRAFT;
}

const hostOf = (url: string) => url.replace(/^https?:\/\//, '').replace(/:\d+(?=\/|$)/, '');

interface ServiceChoiceProps {
  readonly baseUrl: string;
  readonly onChange: (baseUrl: string) => void;
}

/** In place of the URL of a service. */
const ALL_CLOUDS = '';

/** All clouds, or the service whose offers are shown, by its accounts. */
function ServiceChoice({ baseUrl, onChange }: ServiceChoiceProps) {
  const all = useApp((app) => app.accounts);
  const accounts = useLaunchAccounts();
  // A price alert stays after the last account at its service is signed out.
  const watches = useApp(({ preferences }) => preferences.priceWatches);
  const known = [{ baseUrl }, ...accounts, ...watches].map((one) => one.baseUrl);
  const services = [...new Set([ALL_CLOUDS, ...known])];
  if (services.length < 2) return null;
  function nameOf(url: string): string {
    if (url === ALL_CLOUDS) return messages.allClouds;
    const own = accounts.filter((account) => account.baseUrl === url);
    return own.map(({ id }) => accountName(all, id)).join(', ') || hostOf(url);
  }
  return (
    <Select
      aria-label={messages.service}
      onChange={onChange}
      options={services.map((url) => ({ value: url, label: nameOf(url) }))}
      value={baseUrl}
    />
  );
}

/** The accounts that can launch, where others can't. */
function LaunchedFor() {
  const accounts = useApp((app) => app.accounts);
  const namesOf = (canLaunch: boolean) =>
    accounts
      .filter(({ can }) => can.includes('launch') === canLaunch)
      .map(({ id }) => accountName(accounts, id));
  const others = namesOf(false);
  if (others.length === 0) return null;
  return (
    <p className="pb-2 break-words text-quiet text-small">
      {messages.isFor(namesOf(true), others)}
    </p>
  );
}

/** The values of the form, which stay while the offers are shown. */
function useValues(accountId: string | null, draft: OrderDraft, launch: Launch | null) {
  const accounts = useLaunchAccounts();
  const [values, setValues] = useState<LaunchValues>({
    accountId: accountId ?? launch?.accountId ?? accounts[0]?.id ?? '',
    draft,
    password: '',
  });
  if (accounts.some(({ id }) => id === values.accountId)) return { values, setValues };
  // SSH keys belong to an account.
  const draftWithoutKey = { ...values.draft, sshKeyId: '' };
  const ofFirst = { ...values, accountId: accounts[0]?.id ?? '', draft: draftWithoutKey };
  return { values: ofFirst, setValues };
}

/** Launch and the offers of a service, as two tabs. */
function OldLaunchScreen({ screen }: { readonly screen: LaunchOrOffers }) {
  const given = screen.kind === 'launch' ? screen : { accountId: null, draft: null };
  const accounts = useLaunchAccounts();
  const { launch, leaveOut } = useShownLaunch(given.draft !== null);
  const firstDraft = useFirstDraft(given.draft, launch);
  const { values, setValues } = useValues(given.accountId, firstDraft, launch);
  const [tab, setTab] = useState(screen.kind);
  const [service, setService] = useState(screen.kind === 'offers' ? screen.baseUrl : null);
  /** Counts the orders that were taken from an offer, each of which is shown from its top. */
  const [turn, setTurn] = useState(0);
  const own = findAccount({ accounts }, values.accountId)?.baseUrl ?? '';
  const isOneCloud = useApp((app) => app.accounts.every(({ can }) => can.includes('launch')));
  const baseUrl = tab === 'offers' ? (service ?? (isOneCloud ? own : ALL_CLOUDS)) : own;
  const offers = useOffers(baseUrl);

  const launchedBy = launch?.phase === 'launched' ? launch.accountId : null;
  useEffect(() => {
    // Reopened, the screen must show this VM rather than the same form once more.
    if (launchedBy !== null && given.draft !== null)
      replaceScreen({ kind: 'launch', accountId: launchedBy, draft: null });
  }, [launchedBy, given.draft]);

  const payer = accounts.find((account) => account.baseUrl === baseUrl);
  const onLaunch =
    payer === undefined
      ? null
      : ({ node, gpuType, gpuCount, rental, months }: OrderDraft) => {
          const { draft } = values;
          const sshKeyId = payer.id === values.accountId ? draft.sshKeyId : '';
          const picked = { node, gpuType, gpuCount, rental, months, sshKeyId };
          setValues({ ...values, accountId: payer.id, draft: { ...draft, ...picked } });
          leaveOut();
          setTab('launch');
          setTurn(turn + 1);
        };
  const isOver = launch === null || launch.phase === 'failed' || launch.phase === 'unknown';
  return (
    <ScreenFrame key={turn} title={messages.titles[tab]}>
      {accounts.length > 0 && (
        <div className="pb-3">
          <LaunchedFor />
          <Segments
            label={messages.titles.launch}
            name="tab"
            onChange={setTab}
            options={TABS}
            value={tab}
          />
        </div>
      )}
      {tab === 'offers' && (
        <>
          <div className="pb-2 empty:hidden">
            <ServiceChoice baseUrl={baseUrl} onChange={setService} />
          </div>
          {baseUrl === ALL_CLOUDS ? (
            <CloudOffers />
          ) : (
            <Offers {...offers} baseUrl={baseUrl} key={baseUrl} onLaunch={onLaunch} />
          )}
        </>
      )}
      {tab === 'launch' &&
        (isOver ? (
          <OrderForm
            failed={launch}
            key={launch?.startedAt ?? ''}
            lists={offers.lists}
            onChange={setValues}
            values={values}
          />
        ) : (
          <Progress launch={launch} price={priceOf(launch.draft, offers.lists)} />
        ))}
    </ScreenFrame>
  );
}

/** The form of the rental service until it rents as the others do. */
export function LaunchScreen({ screen }: { readonly screen: LaunchOrOffers }) {
  const isFollowed = useApp((app) => app.currentLaunch !== null);
  const hasOld = useApp((app) => app.accounts.some(({ can }) => can.includes('launch')));
  if (screen.kind === 'offers') return <OldLaunchScreen screen={screen} />;
  const hasOrder = screen.offer !== undefined || screen.preset !== undefined;
  const isNew = hasOrder || isFollowed || !hasOld;
  return isNew ? <NewLaunchScreen screen={screen} /> : <OldLaunchScreen screen={screen} />;
}
