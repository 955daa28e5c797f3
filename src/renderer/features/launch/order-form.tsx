import { type ReactNode, useEffect, useRef, useState } from 'react';
import { type AppAccount, accountName } from '../../../shared/accounts/index.ts';
import { isBillingOnly } from '../../../shared/domain/account-state.ts';
import type { OrderDraft, OrderErrors } from '../../../shared/domain/order-draft.ts';
import { describePollingProblem } from '../../../shared/domain/problem-text.ts';
import { vmName } from '../../../shared/domain/vm.ts';
import { checkOrder, draftText, passwordLength } from '../../../shared/domain/vm-order.ts';
import type { Launch } from '../../../shared/launch/launch.ts';
import { freeNode, knownNodes } from '../../../shared/launch/nodes.ts';
import { useAppFields } from '../../app-fields.ts';
import { answerOf, bridge } from '../../bridge.ts';
import { go } from '../../navigation.ts';
import { useApp, useListedVm } from '../../store.ts';
import { Button, RefusalText, RequestButton, useRequest } from '../../ui/index.ts';
import { AdvisedConsole } from '../accounts/console.tsx';
import type { OfferLists } from '../offers/use-offers.ts';
import { LaunchForm, type LaunchValues } from './launch-form.tsx';
import { messages, TEMPLATE_OPTIONS } from './messages.ts';
import { PresetChoice, SavePreset } from './presets.tsx';
import { type DraftPrice, launchLabel, Price, priceOf } from './price.tsx';

/** The errors of a failed launch at fields that have not changed since; an empty one was chosen for the user. */
function wrongFields({ draft: sent, failure }: Launch, draft: OrderDraft): OrderErrors {
  const isUnchanged = (field: string) =>
    ['', undefined, Reflect.get(sent, field)].includes(Reflect.get(draft, field));
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

function Failure({ launch }: { readonly launch: Launch }) {
  const { message, action } = launch.failure;
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
        <AdvisedConsole accountId={launch.accountId} advice={action} />
      </div>
      {launch.phase === 'unknown' && <Unknown launch={launch} />}
    </>
  );
}

/** Why no launch of the account can succeed; undefined: it may. */
function useObstacle(accountId: string): string | undefined {
  const snapshot = useApp(({ snapshots }) => snapshots[accountId]);
  const learned = useApp(({ refusedWrites }) => refusedWrites[accountId]);
  // A launch requires the list of VMs.
  if (learned !== undefined || snapshot === undefined || !isBillingOnly(snapshot)) return learned;
  const { problem } = snapshot.vms;
  if (problem === null) return undefined;
  const { message, action } = describePollingProblem(problem);
  return `${message} ${action}`;
}

interface ReviewProps {
  readonly draft: OrderDraft;
  readonly price: DraftPrice;
  /** Null: there is one account. */
  readonly account: string | null;
  readonly children: ReactNode;
}

/** The order in words, to confirm. */
function Review({ draft, price, account, children }: ReviewProps) {
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
        {account !== null && <p className="text-quiet">{account}</p>}
      </div>
      <Price price={price} />
      {typeof price !== 'string' && (
        <p className="text-quiet text-small">{messages.priceHint(price)}</p>
      )}
      {children}
    </div>
  );
}

export function useLaunchAccounts(): readonly AppAccount[] {
  return useAppFields(({ accounts }) => accounts.filter(({ can }) => can.includes('launch')));
}

interface OrderFormProps {
  readonly values: LaunchValues;
  readonly onChange: (values: LaunchValues) => void;
  /** Offers and prices of the account's service; null: not read yet. */
  readonly lists: OfferLists | null;
  /** The last launch, if it failed; null: it did not. */
  readonly failed: Launch | null;
}

/** The form, then the same order to confirm. */
export function OrderForm({ values, onChange, lists, failed }: OrderFormProps) {
  const { draft, accountId, password } = values;
  const all = useApp((app) => app.accounts);
  const accounts = useLaunchAccounts();
  const hideAmounts = useApp(({ preferences }) => preferences.hideAmounts);
  const vms = useApp(({ snapshots }) => snapshots[accountId]?.vms.value?.vms);
  const obstacle = useObstacle(accountId);
  const [errors, setErrors] = useState(failed === null ? {} : wrongFields(failed, draft));
  const [reviewed, setReviewed] = useState<OrderDraft | null>(null);
  const { isBusy, refusal, ask } = useRequest();
  const typed = draft.login === 'password' ? password : null;
  const offers = lists?.report?.offers ?? [];
  const free = freeNode(draft, offers);
  // The service wants a node.
  const order = { ...draft, node: draft.node || (free ?? '') };

  const review = () => {
    const checked = checkOrder(order, typed === null ? null : passwordLength(typed));
    const wrong = checked.ok ? {} : checked.errors;
    const isNoneFree = order.node === '' && nodes.length > 0;
    setErrors(isNoneFree ? { ...wrong, node: messages.noneFree } : wrong);
    setReviewed(checked.ok ? order : null);
  };
  const launch = (sent: OrderDraft) => {
    // Keys belong to an account.
    const sshKeyId = accounts.length > 1 ? '' : draft.sshKeyId;
    void answerOf(bridge.changePreferences({ lastOrder: { ...draft, sshKeyId } }));
    void ask(bridge.launchVm({ accountId, draft: sent, password: typed }));
  };

  const nodes = knownNodes(draft.gpuType, offers, vms ?? []);
  if (reviewed !== null) {
    const price = priceOf(reviewed, lists);
    return (
      <Review
        account={accounts.length > 1 ? accountName(all, accountId) : null}
        draft={reviewed}
        price={price}
      >
        <div className="flex flex-wrap gap-2">
          <Button
            isBusy={isBusy}
            label={launchLabel(price, hideAmounts)}
            onClick={() => launch(reviewed)}
            tone="primary"
          />
          <Button label={messages.change} onClick={() => setReviewed(null)} />
        </div>
        <RefusalText refusal={refusal} />
        <SavePreset draft={draft} />
      </Review>
    );
  }
  return (
    <>
      {failed !== null && <Failure launch={failed} />}
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
        free={free}
        nodes={nodes}
        onChange={(next, field) => {
          onChange(next);
          setErrors({ ...errors, [field]: undefined });
        }}
        onSubmit={review}
        values={values}
      >
        <Price price={priceOf(order, lists)} />
        <Button
          hint={obstacle}
          isDisabled={obstacle !== undefined}
          label={messages.review}
          tone="primary"
          type="submit"
        />
      </LaunchForm>
    </>
  );
}
