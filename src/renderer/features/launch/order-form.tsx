import { type KeyboardEvent, useEffect, useRef, useState } from 'react';
import type { AppAccount } from '../../../shared/accounts/index.ts';
import { AUTO_STOP_HINT, parseAutoStop } from '../../../shared/auto-stop/parse-auto-stop.ts';
import { typedAmount } from '../../../shared/format/index.ts';
import { orderErrors } from '../../../shared/launch/check-order.ts';
import type { CurrentLaunch } from '../../../shared/launch/current-launch.ts';
import { confirmedRate } from '../../../shared/launch/launch-rate.ts';
import {
  balanceWarning,
  longerCosts,
  offeredGpus,
  priceText,
} from '../../../shared/launch/launch-texts.ts';
import { loginOptions } from '../../../shared/launch/login-options.ts';
import type { LaunchChoices } from '../../../shared/launch/order.ts';
import { firstValues, type LaunchValues, orderOf } from '../../../shared/launch/order-values.ts';
import type { PresetOrder } from '../../../shared/launch/preset.ts';
import { presetOrderOf } from '../../../shared/launch/preset-of-order.ts';
import type { GpuOffer } from '../../../shared/offers/gpu-offer.ts';
import { autoStopEffect } from '../../../shared/operations/operation-texts.ts';
import { PROVIDERS, stopLackOf } from '../../../shared/providers/providers.ts';
import type { LocalKey } from '../../../shared/ssh/local-key.ts';
import { answerOf, bridge } from '../../bridge.ts';
import { useApp, useHiding } from '../../store.ts';
import { Button, Money, RefusalText, useAnswer, useMinute, useRequest } from '../../ui/index.ts';
import { When } from '../operations/stop-sheet.tsx';
import { messages } from './messages.ts';
import { type FormErrors, OrderFields } from './order-fields.tsx';
import { SavePreset } from './presets.tsx';

export interface OrderProps {
  readonly account: AppAccount;
  readonly offer: GpuOffer;
  /** First values of the form; null: the defaults. */
  readonly preset: PresetOrder | null;
  readonly choices: LaunchChoices;
  readonly localKeys: readonly LocalKey[];
  /** The launch that failed last; null: none. */
  readonly failed: CurrentLaunch | null;
}

/** The offer as it is now: with the typed disk, or as a launch found it changed. */
function useQuote({ account, offer: given, choices, failed }: OrderProps, firstDisk: string) {
  const offer = failed?.newOffer ?? given;
  const [disk, setDisk] = useState(firstDisk);
  const diskGb = typedAmount(disk) ?? Number.NaN;
  const isWrong = !Number.isSafeInteger(diskGb) || diskGb < (choices.disk?.min ?? 0);
  const isPriced = isWrong || [null, diskGb].includes(offer.price.diskGb);
  const key = isPriced ? null : `${offer.offer} ${offer.price.perHour} ${diskGb}`;
  const quote = useAnswer(key, () =>
    bridge.readQuote({ accountId: account.id, offer: offer.offer, diskGb }),
  );
  return {
    offer: (quote?.ok && quote.value) || offer,
    isReading: key !== null && quote === null,
    isGone: quote?.ok === true && quote.value === null,
    quoteRefusal: quote?.ok === false ? quote.refusal : null,
    setDisk,
  };
}

/** The fields of the order, its problems, and its price as they are typed. */
function useOrder(props: OrderProps) {
  const { account, choices, localKeys, failed } = props;
  const now = useMinute();
  const logins = loginOptions(choices, localKeys, account.can.includes('addSshKey'));
  const [values, setValues] = useState(() =>
    firstValues(props.offer, choices, props.preset, logins),
  );
  const [errors, setErrors] = useState<FormErrors>({});
  useEffect(() => setErrors(failed?.text.errors ?? {}), [failed]);
  const quote = useQuote(props, values.diskGb);
  const login = logins.find(({ value }) => value === values.login);
  const order = orderOf(quote.offer, values, choices, login);
  const limit = values.stopLater === '' ? null : parseAutoStop(values.stopLater, now);
  const password = order.login.method === 'password' ? values.password : null;
  const change = (changed: Partial<LaunchValues>) => {
    const others = Object.entries(errors).filter(([name]) => !(name in changed));
    setValues({ ...values, ...changed });
    setErrors(Object.fromEntries(others));
  };
  /** Whether it can be sent; otherwise its problems are shown. */
  const check = () => {
    const isUnagreed = login?.isAdded === true && !values.mayAddKey;
    const wrong = {
      ...orderErrors(order, choices, password),
      ...(isUnagreed && { login: messages.addKeyFirst }),
      ...(values.stopLater !== '' && limit === null && { stopLater: AUTO_STOP_HINT }),
    };
    setErrors(wrong);
    return Object.keys(wrong).length === 0;
  };
  const isBid = order.bid === null || order.bid > 0;
  const perHour = isBid ? confirmedRate(quote.offer, order.bid) : null;
  return {
    ...quote,
    values,
    errors,
    change,
    check,
    logins,
    login,
    order,
    password,
    limit,
    perHour,
  };
}

interface OrderBarProps {
  readonly offer: GpuOffer;
  /** $/h of the machine; null: unknown. */
  readonly perHour: number | null;
  /** Of a reservation, which is paid at once; null: none. */
  readonly months: number | null;
  readonly isBusy: boolean;
  readonly isDisabled: boolean;
}

/** A line with the machine and its costs, and the button to order. */
function OrderBar({ offer, perHour, months, isBusy, isDisabled }: OrderBarProps) {
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

/** Only its button confirms a price. */
const keepOpen = (event: KeyboardEvent) => {
  if (event.key === 'Enter' && event.target instanceof HTMLInputElement) event.preventDefault();
};

export function OrderForm(props: OrderProps) {
  const { account, choices } = props;
  const { values, errors, change, login, order, offer, limit, perHour, ...form } = useOrder(props);
  const { hideAmounts } = useApp(({ preferences }) => preferences);
  const hide = useHiding();
  const now = useMinute();
  const { isBusy, refusal, ask } = useRequest();
  const box = useRef<HTMLFormElement>(null);
  useEffect(() => {
    const wrong = '[aria-invalid="true"],[data-invalid] input';
    if (Object.keys(errors).length > 0) box.current?.querySelector<HTMLElement>(wrong)?.focus();
  }, [errors]);
  const preset = { ...presetOrderOf(order, login?.file ?? null, null), where: null };
  const lack = stopLackOf(account);
  const stopLabel = lack === null ? messages.stop : messages.remind;
  const warning = balanceWarning(choices.balance, perHour, hideAmounts);
  const launch = () => {
    if (!form.check() || login === undefined) return;
    void answerOf(bridge.changePreferences({ lastLaunch: preset }));
    const { password } = form;
    const confirmed = { order, password, mayAddKey: login.isAdded, maxPerHour: perHour };
    const stopLater = values.stopLater || null;
    void ask(bridge.launchVm({ accountId: account.id, ...confirmed, stopLater }));
  };
  return (
    <form
      className="grid grid-cols-[minmax(0,1fr)] gap-2 [&_:is(input,select)]:scroll-mb-20"
      noValidate
      onKeyDown={keepOpen}
      onSubmit={(event) => {
        event.preventDefault();
        launch();
      }}
      ref={box}
    >
      <OrderFields
        choices={choices}
        errors={errors}
        logins={form.logins}
        onChange={change}
        onDisk={form.setDisk}
        provider={PROVIDERS[account.provider].name}
        values={values}
      />
      <p aria-hidden="true" className="font-medium">
        {stopLabel}
      </p>
      <When
        effect={limit && autoStopEffect({ limit }, lack, now, hideAmounts, account.isKeyUntried)}
        first={['', messages.never]}
        label={stopLabel}
        onChoose={(stopLater) => change({ stopLater })}
        problem={errors.stopLater ?? null}
        when={values.stopLater}
      />
      <ul className="grid gap-1 text-quiet text-small">
        {offer.price.extra.length > 0 && <li>{hide(messages.plus(offer.price.extra))}</li>}
        {choices.notes.map((note) => (
          <li key={note}>{hide(note)}</li>
        ))}
      </ul>
      {login !== undefined && <SavePreset limit={perHour} order={preset} />}
      <div className="-mx-4 -mb-3 grid gap-1 border-line border-t bg-raised px-4 py-2 min-[260px]:sticky min-[260px]:-bottom-3">
        {warning !== null && <p className="text-amber text-small">{warning}</p>}
        {form.isGone && <p className="text-amber text-small">{messages.gone}</p>}
        <OrderBar
          isBusy={isBusy || form.isReading}
          isDisabled={form.isGone || login === undefined}
          months={order.months}
          offer={offer}
          perHour={perHour}
        />
        <RefusalText refusal={refusal ?? form.quoteRefusal} />
      </div>
    </form>
  );
}
