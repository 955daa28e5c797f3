import { useEffect, useState } from 'react';
import type { AppAccount } from '../../../shared/accounts/index.ts';
import { AUTO_STOP_HINT, parseAutoStop } from '../../../shared/auto-stop/parse-auto-stop.ts';
import { typedAmount } from '../../../shared/format/index.ts';
import { orderErrors } from '../../../shared/launch/check-order.ts';
import type { CurrentLaunch, LaunchErrors } from '../../../shared/launch/current-launch.ts';
import { confirmedRate } from '../../../shared/launch/launch-rate.ts';
import { loginOptions } from '../../../shared/launch/login-options.ts';
import type { LaunchChoices, LocalKey } from '../../../shared/launch/order.ts';
import { firstValues, type LaunchValues, orderOf } from '../../../shared/launch/order-values.ts';
import type { PresetOrder } from '../../../shared/launch/preset-order.ts';
import type { GpuOffer } from '../../../shared/offers/gpu-offer.ts';
import { bridge } from '../../store.ts';
import { useAnswer, useMinute } from '../../ui/index.ts';

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

export function useOrder(props: OrderProps) {
  const { account, choices, localKeys, failed } = props;
  const now = useMinute();
  const logins = loginOptions(choices, localKeys, account.can.includes('addSshKey'));
  const [values, setValues] = useState(() =>
    firstValues(props.offer, choices, props.preset, logins),
  );
  const [errors, setErrors] = useState<LaunchErrors & { readonly stopLater?: string }>({});
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
      ...(isUnagreed && { login: 'The account doesn’t have this key. Allow adding it.' }),
      ...(values.stopLater !== '' && limit === null && { stopLater: AUTO_STOP_HINT }),
    };
    setErrors(wrong);
    return Object.keys(wrong).length === 0;
  };
  const fieldOf = (name: keyof LaunchErrors & keyof LaunchValues) => ({
    name,
    onChange: (text: string) => change({ [name]: text }),
    problem: errors[name],
    value: values[name],
  });
  const isBid = order.bid === null || order.bid > 0;
  /** $/h of the machine; null: unknown. */
  const perHour = isBid ? confirmedRate(quote.offer, order.bid) : null;
  const typed = { values, errors, change, check, fieldOf };
  return { ...quote, ...typed, account, choices, logins, login, order, password, limit, perHour };
}

export type Order = ReturnType<typeof useOrder>;
