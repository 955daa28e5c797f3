import { useEffect, useState } from 'react';
import { accountName } from '../../../shared/accounts/index.ts';
import type { OrderDraft } from '../../../shared/domain/order-draft.ts';
import { EMPTY_DRAFT } from '../../../shared/domain/vm-order.ts';
import type { Screen } from '../../../shared/ipc/contract.ts';
import type { Launch } from '../../../shared/launch/launch.ts';
import { findAccount } from '../../../shared/state/index.ts';
import { replaceScreen } from '../../navigation.ts';
import { useApp } from '../../store.ts';
import { ScreenFrame, Segments } from '../../ui/index.ts';
import { CloudOffers } from '../offers/cloud-offers.tsx';
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
  const [leftOut] = useState(hasOrder ? ended : null);
  return launch?.startedAt === leftOut ? null : launch;
}

/** The order at the start of the form: the given order, the last order, or a preset. */
function useFirstDraft(given: OrderDraft | null, launch: Launch | null): OrderDraft {
  const { lastOrder, launchPresets } = useApp(({ preferences }) => preferences);
  if (given !== null) return { ...given, template: given.template || (lastOrder?.template ?? '') };
  return launch?.draft ?? lastOrder ?? launchPresets[0]?.draft ?? EMPTY_DRAFT;
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

/** Launch and the offers of all clouds, as two tabs. */
function OldLaunchScreen({ screen }: { readonly screen: LaunchOrOffers }) {
  const given = screen.kind === 'launch' ? screen : { accountId: null, draft: null };
  const accounts = useLaunchAccounts();
  const launch = useShownLaunch(given.draft !== null);
  const firstDraft = useFirstDraft(given.draft, launch);
  const { values, setValues } = useValues(given.accountId, firstDraft, launch);
  const [tab, setTab] = useState(screen.kind);
  const own = findAccount({ accounts }, values.accountId)?.baseUrl ?? '';
  const offers = useOffers(tab === 'launch' ? own : '');

  const launchedBy = launch?.phase === 'launched' ? launch.accountId : null;
  useEffect(() => {
    // Reopened, the screen must show this VM rather than the same form once more.
    if (launchedBy !== null && given.draft !== null)
      replaceScreen({ kind: 'launch', accountId: launchedBy, draft: null });
  }, [launchedBy, given.draft]);

  const isOver = launch === null || launch.phase === 'failed' || launch.phase === 'unknown';
  return (
    <ScreenFrame title={messages.titles[tab]}>
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
      {tab === 'offers' && <CloudOffers filter={screen.kind === 'offers' ? screen.filter : null} />}
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
