import { type KeyboardEvent, useEffect, useRef } from 'react';
import { counted, formatRate } from '../../../shared/format/index.ts';
import {
  balanceWarning,
  longerCosts,
  offeredGpus,
  priceText,
} from '../../../shared/launch/launch-texts.ts';
import { presetOrderOf } from '../../../shared/launch/preset-of-order.ts';
import { autoStopEffect } from '../../../shared/operations/operation-texts.ts';
import { PROVIDERS, stopLackOf } from '../../../shared/providers/providers.ts';
import { bridge, useApp, useHiding } from '../../store.ts';
import {
  Button,
  Check,
  Choice,
  Field,
  Money,
  RefusalText,
  useMinute,
  useRequest,
} from '../../ui/index.ts';
import { When } from '../operations/stop-sheet.tsx';
import { SavePreset } from './presets.tsx';
import { type Order, type OrderProps, useOrder } from './use-order.ts';

interface FieldsProps {
  readonly form: Order;
}

const OTHER = '\n';

function ImageField({ form: { values, errors, choices, change, fieldOf } }: FieldsProps) {
  const { images, hasOtherImages, defaultImage } = choices;
  const { image, isOtherImage } = values;
  if (images.length === 0 && !hasOtherImages) return null;
  const isListed = images.some(({ id }) => id === defaultImage);
  const usual = { value: defaultImage ?? '', label: defaultImage ?? 'The provider’s default' };
  const options = [
    ...(isListed ? [] : [usual]),
    ...images.map(({ id, name }) => ({ value: id, label: name })),
    ...(hasOtherImages ? [{ value: OTHER, label: 'Other image…' }] : []),
  ];
  return (
    <>
      <Choice
        label="Image"
        name="image"
        onChange={(value) =>
          change(value === OTHER ? { isOtherImage: true } : { image: value, isOtherImage: false })
        }
        options={options}
        problem={isOtherImage ? undefined : errors.image}
        value={isOtherImage ? OTHER : image}
      />
      {isOtherImage && <Field {...fieldOf('image')} label="Image name" name="imageName" />}
    </>
  );
}

function LoginFields({ form: { account, values, change, fieldOf, logins, login } }: FieldsProps) {
  if (login === undefined)
    return (
      <p role="alert">
        No SSH key in ~/.ssh. Create one with ssh-keygen, then open this screen again.
      </p>
    );
  return (
    <>
      <Choice
        {...fieldOf('login')}
        hint={login.detail || undefined}
        label="Log in with"
        options={logins}
      />
      {login.isAdded && (
        <Check
          isOn={values.mayAddKey}
          label={`Add this key to your account at ${PROVIDERS[account.provider].name}`}
          onChange={(mayAddKey) => change({ mayAddKey })}
        />
      )}
      {login.login.method === 'password' && (
        // Visible, since no other screen shows it.
        <Field
          {...fieldOf('password')}
          hint="At least 12 characters. Save it yourself: GPU Tray doesn’t store it."
          label="Password"
        />
      )}
    </>
  );
}

function OrderFields({ form }: FieldsProps) {
  const { errors, choices, fieldOf } = form;
  const { disk, minBid, months, hasName } = choices;
  const hide = useHiding();
  return (
    <>
      {hasName && <Field {...fieldOf('name')} label="Name" placeholder="optional" unit={{}} />}
      <ImageField form={form} />
      {disk !== null && (
        <Field
          {...fieldOf('diskGb')}
          hint={`At least ${disk.min} GB`}
          label="Disk"
          onCommit={form.setDisk}
          unit={{ after: '\u00a0GB' }}
        />
      )}
      {minBid !== null && (
        <Field
          {...fieldOf('bid')}
          hint={hide(`At least ${formatRate(minBid)}. The VM is paused when outbid.`)}
          label="Your bid"
          problem={errors.bid && hide(errors.bid)}
          unit={{ before: '$', after: '/h' }}
        />
      )}
      {months.length > 0 && (
        <Choice
          {...fieldOf('months')}
          label="Period"
          options={months.map((count) => ({
            value: String(count),
            label: counted(count, 'month'),
          }))}
        />
      )}
      <LoginFields form={form} />
    </>
  );
}

function OrderBar({ form, isSent }: FieldsProps & { readonly isSent: boolean }) {
  const { offer, order, perHour, login } = form;
  const { months } = order;
  const { hideAmounts } = useApp(({ preferences }) => preferences);
  const isBusy = isSent || form.isReading;
  const price = perHour === null ? null : priceText(perHour, months);
  const shown = hideAmounts ? 'Launch' : `Launch for ${price}`;
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
        isDisabled={isBusy || form.isGone || login === undefined}
        label={price === null ? 'Launch at an unknown price' : shown}
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
  const form = useOrder(props);
  const { values, errors, change, login, order, offer, limit, perHour } = form;
  const hide = useHiding();
  const now = useMinute();
  const { isBusy, refusal, ask } = useRequest();
  const box = useRef<HTMLFormElement>(null);
  useEffect(() => {
    const wrong = '[aria-invalid="true"]';
    if (Object.keys(errors).length > 0) box.current?.querySelector<HTMLElement>(wrong)?.focus();
  }, [errors]);
  const preset = { ...presetOrderOf(order, login?.file ?? null, null), where: null };
  const lack = stopLackOf(account);
  const stopLabel = lack === null ? 'Stop later' : 'Remind me to stop it';
  const warning = balanceWarning(choices.balance, perHour);
  const launch = () => {
    if (!form.check() || login === undefined) return;
    void bridge.changePreferences({ lastLaunch: preset });
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
      <OrderFields form={form} />
      <p aria-hidden="true" className="font-medium">
        {stopLabel}
      </p>
      <When
        effect={limit && hide(autoStopEffect({ limit }, lack, now, account.keys.isUntried))}
        first={['', 'never']}
        label={stopLabel}
        onChoose={(stopLater) => change({ stopLater })}
        problem={errors.stopLater ?? null}
        when={values.stopLater}
      />
      <ul className="grid gap-1 text-quiet text-small">
        {offer.price.extra.length > 0 && <li>{hide(`Plus ${offer.price.extra.join(', ')}.`)}</li>}
        {choices.notes.map((note) => (
          <li key={note}>{hide(note)}</li>
        ))}
      </ul>
      {login !== undefined && <SavePreset limit={perHour} order={preset} />}
      <div className="-mx-4 -mb-3 grid gap-1 border-line border-t bg-raised px-4 py-2 min-[260px]:sticky min-[260px]:-bottom-3">
        {warning !== null && <p className="text-amber text-small">{hide(warning)}</p>}
        {form.isGone && <p className="text-amber text-small">This offer is gone.</p>}
        <OrderBar form={form} isSent={isBusy} />
        <RefusalText refusal={refusal ?? form.quoteRefusal} />
      </div>
    </form>
  );
}
