import { type FormEvent, type KeyboardEvent, useEffect, useRef, useState } from 'react';
import type { AppAccount } from '../../../shared/accounts/index.ts';
import { AUTO_STOP_HINT, parseAutoStop } from '../../../shared/auto-stop/parse-auto-stop.ts';
import { orderErrors } from '../../../shared/launch/check-order.ts';
import type { CurrentLaunch, LocalKey } from '../../../shared/launch/current-launch.ts';
import { balanceWarning } from '../../../shared/launch/launch-texts.ts';
import type { LaunchChoices, LaunchOrder } from '../../../shared/launch/order.ts';
import type { PresetOrder } from '../../../shared/launch/preset.ts';
import { presetOrderOf } from '../../../shared/launch/preset-of-order.ts';
import type { GpuOffer } from '../../../shared/offers/gpu-offer.ts';
import { autoStopEffect } from '../../../shared/operations/operation-texts.ts';
import { PROVIDERS, stopLackOf } from '../../../shared/providers/providers.ts';
import { answerOf, bridge } from '../../bridge.ts';
import { useApp } from '../../store.ts';
import { Button, RefusalText, useAnswer, useMinute, useRequest } from '../../ui/index.ts';
import { When } from '../operations/stop-sheet.tsx';
import { Costs, launchLabel } from './costs.tsx';
import { messages } from './launch-messages.ts';
import { firstLogin, type LoginOption, loginOptions } from './login-options.ts';
import { type FormErrors, type LaunchValues, OrderFields } from './order-fields.tsx';
import { SavePreset } from './presets.new.tsx';

function firstValues(
  choices: LaunchChoices,
  logins: readonly LoginOption[],
  preset: PresetOrder | null,
): LaunchValues {
  const { defaultImage, disk, minBid, months } = choices;
  const image = preset?.image ?? defaultImage ?? '';
  const isListed = [defaultImage ?? '', ...choices.images.map(({ id }) => id)].includes(image);
  return {
    name: '',
    image: isListed || choices.hasOtherImages ? image : (defaultImage ?? ''),
    isOtherImage: !isListed && choices.hasOtherImages,
    diskGb: disk === null ? '' : String(Math.max(preset?.diskGb ?? disk.usual, disk.min)),
    login: firstLogin(logins, preset?.login ?? null)?.value ?? '',
    mayAddKey: false,
    password: '',
    bid: minBid === null ? '' : String(minBid),
    months: String(months.find((count) => count === preset?.months) ?? months[0] ?? ''),
    stopLater: '',
  };
}

/** A number as typed; NaN: not one. */
const typedNumber = (text: string) =>
  text.trim() === '' ? Number.NaN : Number(text.trim().replace(',', '.'));

function orderOf(
  offer: GpuOffer,
  values: LaunchValues,
  choices: LaunchChoices,
  login: LoginOption | undefined,
): LaunchOrder {
  const { disk, minBid, months } = choices;
  return {
    offer,
    name: values.name.trim() || null,
    image: values.isOtherImage ? values.image.trim() : values.image || null,
    diskGb: disk === null ? null : typedNumber(values.diskGb),
    login: login?.login ?? { method: 'registered', id: null },
    bid: minBid === null ? null : typedNumber(values.bid),
    months: months.length === 0 ? null : Number(values.months),
  };
}

/** $/h of an order, which is bound by it; null: unknown. The price of an offer with bids is that of the least bid. */
function perHourOf({ offer: { price }, bid }: LaunchOrder, { minBid }: LaunchChoices) {
  if (bid === null || minBid === null) return price.perHour;
  return Number.isNaN(bid) ? null : bid + Math.max(0, (price.perHour ?? minBid) - minBid);
}

interface OrderProps {
  readonly account: AppAccount;
  readonly offer: GpuOffer;
  /** What the form holds first; null: the defaults. */
  readonly preset: PresetOrder | null;
  readonly choices: LaunchChoices;
  readonly localKeys: readonly LocalKey[];
  /** Why its key can launch nothing; undefined: it may. */
  readonly obstacle: string | undefined;
  /** The launch of this offer that failed last; null: none. */
  readonly failed: CurrentLaunch | null;
}

/** The offer as it is now: with the typed disk, or as a launch found it changed. */
function useQuote({ account, offer: given, failed }: OrderProps, firstDisk: string) {
  const offer = failed?.newOffer ?? given;
  const [disk, setDisk] = useState(firstDisk);
  const diskGb = typedNumber(disk);
  const isPriced = !(diskGb > 0) || [null, diskGb].includes(offer.price.diskGb);
  const key = isPriced ? null : `${offer.offer} ${offer.price.perHour} ${diskGb}`;
  const quote = useAnswer(key, () =>
    bridge.readQuote({ accountId: account.id, offer: offer.offer, diskGb }),
  );
  return {
    offer: (quote?.ok && quote.value) || offer,
    isReading: key !== null && quote === null,
    isGone: quote?.ok === true && quote.value === null,
    refusal: quote?.ok === false ? quote.refusal : null,
    setDisk,
  };
}

/** Everything that an order needs, and the button that sends it. */
export function OrderForm(props: OrderProps) {
  const { account, preset, choices, localKeys, obstacle, failed } = props;
  const now = useMinute();
  const { hideAmounts } = useApp(({ preferences }) => preferences);
  const logins = loginOptions(choices, localKeys, account.can.includes('addSshKey'));
  const [values, setValues] = useState(() => firstValues(choices, logins, preset));
  const [errors, setErrors] = useState<FormErrors>({});
  const {
    offer,
    isReading,
    isGone,
    refusal: quoteRefusal,
    setDisk,
  } = useQuote(props, values.diskGb);
  const { isBusy, refusal, ask } = useRequest();
  const box = useRef<HTMLFormElement>(null);
  useEffect(() => setErrors(failed?.text.errors ?? {}), [failed]);
  useEffect(() => {
    const wrong = '[aria-invalid="true"],[data-invalid] input';
    if (Object.keys(errors).length > 0) box.current?.querySelector<HTMLElement>(wrong)?.focus();
  }, [errors]);

  const login = logins.find(({ value }) => value === values.login);
  const order = orderOf(offer, values, choices, login);
  const perHour = perHourOf(order, choices);
  const password = order.login.method === 'password' ? values.password : null;
  const limit = values.stopLater === '' ? null : parseAutoStop(values.stopLater, now);
  const lack = stopLackOf(account);
  const warning = balanceWarning(choices.balance, perHour, hideAmounts);

  const onChange = (change: Partial<LaunchValues>) => {
    const wrong = Object.entries(errors).filter(([name]) => !(name in change));
    setValues({ ...values, ...change });
    setErrors(Object.fromEntries(wrong));
  };
  const launch = () => {
    const isUnagreed = login?.isAdded === true && !values.mayAddKey;
    const wrong = {
      ...orderErrors(order, choices, password),
      ...(isUnagreed && { login: messages.addKeyFirst }),
      ...(values.stopLater !== '' && limit === null && { stopLater: AUTO_STOP_HINT }),
    };
    setErrors(wrong);
    if (Object.keys(wrong).length > 0 || login === undefined) return;
    const lastLaunch = { ...presetOrderOf(order, login.file, null), where: null };
    void answerOf(bridge.changePreferences({ lastLaunch }));
    void ask(
      bridge.launchVm({
        accountId: account.id,
        order,
        password,
        mayAddKey: login.isAdded,
        maxPerHour: perHour,
        stopLater: values.stopLater || null,
      }),
    );
  };
  const onKeyDown = (event: KeyboardEvent) => {
    // A price is confirmed by its button only.
    if (event.key === 'Enter' && event.target instanceof HTMLInputElement) event.preventDefault();
  };
  const onSubmit = (event: FormEvent) => {
    event.preventDefault();
    launch();
  };
  return (
    <form
      className="grid grid-cols-[minmax(0,1fr)] gap-2 [&_:is(input,select)]:scroll-mb-20"
      noValidate
      onKeyDown={onKeyDown}
      onSubmit={onSubmit}
      ref={box}
    >
      <OrderFields
        choices={choices}
        errors={errors}
        logins={logins}
        onChange={onChange}
        onDisk={setDisk}
        provider={PROVIDERS[account.provider].name}
        values={values}
      >
        <p aria-hidden="true" className="font-medium">
          {messages.stop}
        </p>
        <When
          effect={limit && autoStopEffect({ limit }, lack, now, hideAmounts, account.isKeyUntried)}
          first={['', messages.never]}
          onChoose={(stopLater) => onChange({ stopLater })}
          problem={errors.stopLater ?? null}
          when={values.stopLater}
        />
      </OrderFields>
      <ul className="grid gap-1 text-quiet text-small">
        {offer.price.extra.length > 0 && <li>{messages.plus(offer.price.extra)}</li>}
        {choices.notes.map((note) => (
          <li key={note}>{note}</li>
        ))}
      </ul>
      {login !== undefined && (
        <SavePreset limit={perHour} order={presetOrderOf(order, login.file, null)} />
      )}
      <div className="sticky -bottom-3 -mx-4 -mb-3 grid gap-1 border-line border-t bg-raised px-4 py-2">
        {warning !== null && <p className="text-amber text-small">{warning}</p>}
        {isGone && <p className="text-amber text-small">{messages.gone}</p>}
        <div className="flex flex-wrap items-center justify-between gap-2">
          <Costs months={order.months} offer={offer} perHour={perHour} />
          <Button
            hint={obstacle}
            isBusy={isBusy || isReading}
            isDisabled={
              obstacle !== undefined || isBusy || isReading || isGone || login === undefined
            }
            label={launchLabel(perHour, order.months, hideAmounts)}
            tone="primary"
            type="submit"
          />
        </div>
        <RefusalText refusal={refusal ?? quoteRefusal} />
      </div>
    </form>
  );
}
