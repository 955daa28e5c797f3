import { type ReactNode, useEffect, useRef, useState } from 'react';
import {
  checkOrder,
  describePollingProblem,
  draftText,
  EMPTY_DRAFT,
  isBillingOnly,
  MIN_PASSWORD,
  type OrderDraft,
  type OrderErrors,
  type OrderPrice,
  orderPrice,
  passwordLength,
  vmName,
} from '../../../shared/domain/index.ts';
import { formatMoney, formatRate, shownCurrency } from '../../../shared/format/index.ts';
import { type Launch, orderCosts } from '../../../shared/launch/index.ts';
import { findAccount } from '../../../shared/state/index.ts';
import { bridge } from '../../bridge.ts';
import { go, replaceScreen } from '../../navigation.ts';
import { useApp, useListedVm } from '../../store.ts';
import {
  Button,
  Money,
  RefusalText,
  RequestButton,
  ScreenFrame,
  useRequest,
} from '../../ui/index.ts';
import { AdvisedConsole } from '../accounts/console.tsx';
import { LaunchForm, type LaunchValues } from './launch-form.tsx';
import { messages, TEMPLATE_OPTIONS } from './messages.ts';
import { PresetChoice, SavePreset } from './presets.tsx';
import { Progress } from './progress.tsx';
import { usePrices } from './use-prices.ts';

interface PriceProps {
  /** Null: unknown. */
  readonly price: OrderPrice | null;
  readonly isLoading: boolean;
}

function Price({ price, isLoading }: PriceProps) {
  if (isLoading) return <p className="text-quiet">{messages.loadingPrice}</p>;
  if (price === null)
    return (
      <p>
        {messages.price} {messages.priceUnknown}
      </p>
    );
  const { perDay, perMonth, period } = orderCosts(price);
  return (
    <div>
      <p className="flex flex-wrap gap-x-2">
        <span className="font-semibold">
          <Money amount={price.perHour} per="h" />
        </span>
        <span>
          <Money amount={perDay} /> {messages.perDay}
        </span>
        <span>
          <Money amount={perMonth} /> {messages.perMonth}
        </span>
      </p>
      {period !== null && (
        <p className="font-semibold">
          <Money amount={period.cost} /> {messages.forPeriod(period.months)}
        </p>
      )}
      <p className="text-quiet text-small">{messages.priceHint(price)}</p>
    </div>
  );
}

/** The price of the hardware in the draft; template and login do not change it. Null: unknown. */
function priceOf(draft: OrderDraft, { offers, prices }: ReturnType<typeof usePrices>) {
  const priced = { ...draft, template: '100', login: 'password', sshKeyId: '' };
  const checked = checkOrder({ ...priced, node: draft.node || '-' }, MIN_PASSWORD);
  return checked.ok && prices !== null ? orderPrice(checked.order, { offers, prices }) : null;
}

function launchLabel(price: OrderPrice | null, currency: string | null): string {
  if (price === null) return messages.launchUnknown;
  if (currency === null) return messages.launch;
  const { period } = orderCosts(price);
  if (period === null) return messages.launchFor(formatRate(price.perHour, currency));
  return messages.launchFor(
    `${formatMoney(period.cost, currency)} ${messages.forPeriod(period.months)}`,
  );
}

interface ReviewProps {
  readonly draft: OrderDraft;
  /** The label of the account; undefined: there is one account. */
  readonly account: string | undefined;
  readonly children: ReactNode;
}

function Review({ draft, account, children }: ReviewProps) {
  const heading = useRef<HTMLHeadingElement>(null);
  // Not a button: the key that led here must not launch.
  useEffect(() => heading.current?.focus(), []);
  const template = TEMPLATE_OPTIONS.find(({ value }) => value === draft.template);
  const { keyLogin, passwordLogin } = messages;
  return (
    <div className="grid gap-3">
      <h2 className="font-semibold text-title outline-none" ref={heading} tabIndex={-1}>
        {messages.reviewTitle}
      </h2>
      <div className="break-words">
        <p>{draftText(draft)}</p>
        <p className="text-quiet">{template?.label}</p>
        <p className="text-quiet">
          {draft.login === 'password' ? passwordLogin : keyLogin(draft.sshKeyId)}
        </p>
        {account !== undefined && <p className="text-quiet">{account}</p>}
      </div>
      {children}
    </div>
  );
}

/** The errors of a failed launch at fields that have not changed since. */
function wrongFields({ draft: sent, failure }: Launch, draft: OrderDraft): OrderErrors {
  const isUnchanged = (field: string) => Reflect.get(sent, field) === Reflect.get(draft, field);
  return Object.fromEntries(Object.entries(failure.errors).filter(([field]) => isUnchanged(field)));
}

/** The next steps after a launch that may have created a VM. */
function Unknown({ launch: { accountId, vmId } }: { readonly launch: Launch }) {
  const vm = useListedVm(accountId, vmId);
  return (
    <div className="flex flex-wrap gap-2 pb-3">
      {vm !== undefined && (
        <Button label={vmName(vm)} onClick={() => go({ kind: 'vm', accountId, vmId: vm.id })} />
      )}
      <RequestButton label={messages.forget} request={() => bridge.dismissLaunch()} tone="plain" />
    </div>
  );
}

interface OrderFormProps {
  readonly values: LaunchValues;
  readonly onChange: (values: LaunchValues) => void;
  /** The last launch, if it failed; null: it did not. */
  readonly failed: Launch | null;
}

/** The form, then the same order to confirm. */
function OrderForm({ values, onChange, failed }: OrderFormProps) {
  const { draft, accountId, password } = values;
  const accounts = useApp((app) => app.accounts);
  const { currency, hideAmounts } = useApp(({ preferences }) => preferences);
  const account = findAccount({ accounts }, accountId);
  const lists = usePrices(account?.baseUrl ?? '');
  const snapshot = useApp(({ snapshots }) => snapshots[accountId]);
  // A launch requires the list of VMs.
  const isBlind = snapshot !== undefined && isBillingOnly(snapshot);
  const learned = useApp(({ refusedWrites }) => refusedWrites[accountId]);
  const blind =
    isBlind && snapshot.vms.problem ? describePollingProblem(snapshot.vms.problem) : null;
  const refused = learned ?? (blind === null ? undefined : `${blind.message} ${blind.action}`);
  const [errors, setErrors] = useState(failed === null ? {} : wrongFields(failed, draft));
  const [isReviewing, setReviewing] = useState(false);
  const { isBusy, refusal, ask } = useRequest();
  const price = priceOf(draft, lists);
  const typed = draft.login === 'password' ? password : null;
  const known = [...lists.offers, ...(snapshot?.vms.value?.vms ?? [])].filter(
    ({ gpuType }) => draft.gpuType === '' || gpuType === draft.gpuType,
  );
  const nodes = [...new Set(known.flatMap(({ node }) => node ?? []))].toSorted();

  const review = () => {
    const checked = checkOrder(draft, typed === null ? null : passwordLength(typed));
    setErrors(checked.ok ? {} : checked.errors);
    setReviewing(checked.ok);
  };
  const shown = <Price isLoading={lists.prices === null} price={price} />;

  if (isReviewing)
    return (
      <Review draft={draft} account={accounts.length > 1 ? account?.label : undefined}>
        {shown}
        <div className="flex flex-wrap gap-2">
          <Button
            isBusy={isBusy}
            label={launchLabel(price, shownCurrency({ currency, hideAmounts }))}
            onClick={() => ask(bridge.launchVm({ accountId, draft, password: typed }))}
            tone="primary"
          />
          <Button label={messages.change} onClick={() => setReviewing(false)} />
        </div>
        <RefusalText refusal={refusal} />
        <SavePreset draft={draft} />
      </Review>
    );
  const { message = null, action = null } = failed?.failure ?? {};
  return (
    <>
      <div role="alert">
        {message !== null && (
          <p className="pb-3 select-text">
            <span className="text-amber">{message}</span> {action}
          </p>
        )}
      </div>
      <div className="pb-3 empty:hidden">
        {failed !== null && <AdvisedConsole accountId={failed.accountId} advice={action} />}
      </div>
      {failed?.phase === 'unknown' && <Unknown launch={failed} />}
      <PresetChoice
        draft={draft}
        onChoose={(chosen) => {
          onChange({ ...values, draft: chosen });
          setErrors({});
        }}
      />
      <LaunchForm
        accounts={accounts}
        errors={errors}
        nodes={nodes}
        onChange={(next, field) => {
          onChange(next);
          setErrors({ ...errors, [field]: undefined });
        }}
        onSubmit={review}
        values={values}
      >
        {shown}
        <Button
          isDisabled={refused !== undefined}
          tone="primary"
          type="submit"
          hint={refused}
          label={messages.review}
        />
      </LaunchForm>
    </>
  );
}

/** The last launch. @param isFilled the screen was opened for another order, so an ended launch is left out */
function useLaunchOf(isFilled: boolean): Launch | null {
  const launch = useApp((app) => app.launch);
  const hasEnded = launch?.phase === 'launched' || launch?.phase === 'failed';
  const [leftOut] = useState(isFilled && hasEnded ? launch.startedAt : null);
  return launch?.startedAt === leftOut ? null : launch;
}

interface LaunchScreenProps {
  /** Null: the first account. */
  readonly accountId: string | null;
  /** The initial order; null: empty. */
  readonly draft: OrderDraft | null;
}

export function LaunchScreen({ accountId, draft }: LaunchScreenProps) {
  const launch = useLaunchOf(draft !== null);
  const accounts = useApp((app) => app.accounts);
  const isOver = launch === null || launch.phase === 'failed' || launch.phase === 'unknown';
  const [values, setValues] = useState<LaunchValues>({
    accountId: accountId ?? launch?.accountId ?? accounts[0]?.id ?? '',
    draft: draft ?? launch?.draft ?? EMPTY_DRAFT,
    password: '',
  });
  const isSignedIn = accounts.some(({ id }) => id === values.accountId);
  // SSH keys belong to an account.
  const draftWithoutKey = { ...values.draft, sshKeyId: '' };
  const shown = isSignedIn
    ? values
    : { ...values, accountId: accounts[0]?.id ?? '', draft: draftWithoutKey };
  const launchedBy = launch?.phase === 'launched' ? launch.accountId : null;
  useEffect(() => {
    // Reopened, the screen must show this VM rather than the same form once more.
    if (launchedBy !== null && draft !== null)
      replaceScreen({ kind: 'launch', accountId: launchedBy, draft: null });
  }, [launchedBy, draft]);
  return (
    <ScreenFrame title={messages.title}>
      {isOver ? (
        <OrderForm
          failed={launch}
          key={launch?.startedAt ?? ''}
          onChange={setValues}
          values={shown}
        />
      ) : (
        <Progress launch={launch} order={draftText(launch.draft)} />
      )}
    </ScreenFrame>
  );
}
