import { formatRate, monthCount } from '../../../shared/format/index.ts';
import { useHiding } from '../../store.ts';
import { Check, Choice, Field, UnitField } from '../../ui/index.ts';
import { messages } from './messages.ts';
import type { Order } from './use-order.ts';

interface FieldsProps {
  readonly form: Order;
}

const OTHER = '\n';

function ImageField({ form: { values, errors, choices, change } }: FieldsProps) {
  const { images, hasOtherImages, defaultImage } = choices;
  const { image, isOtherImage } = values;
  if (images.length === 0 && !hasOtherImages) return null;
  const isListed = images.some(({ id }) => id === defaultImage);
  const usual = { value: defaultImage ?? '', label: defaultImage ?? messages.usualImage };
  const options = [
    ...(isListed ? [] : [usual]),
    ...images.map(({ id, name }) => ({ value: id, label: name })),
    ...(hasOtherImages ? [{ value: OTHER, label: messages.otherImage }] : []),
  ];
  return (
    <>
      <Choice
        label={messages.image}
        name="image"
        onChange={(value) =>
          change(value === OTHER ? { isOtherImage: true } : { image: value, isOtherImage: false })
        }
        options={options}
        problem={isOtherImage ? undefined : errors.image}
        value={isOtherImage ? OTHER : image}
      />
      {isOtherImage && (
        <Field
          label={messages.imageName}
          name="imageName"
          onChange={(typed) => change({ image: typed })}
          problem={errors.image}
          value={image}
        />
      )}
    </>
  );
}

interface OrderFieldsProps extends FieldsProps {
  /** Display name of the account's provider. */
  readonly provider: string;
}

function LoginFields({ form, provider }: OrderFieldsProps) {
  const { values, errors, change, logins, login } = form;
  if (login === undefined) return <p role="alert">{messages.noKey}</p>;
  return (
    <>
      <Choice
        hint={login.detail || undefined}
        label={messages.login}
        name="login"
        onChange={(value) => change({ login: value })}
        options={logins}
        problem={errors.login}
        value={values.login}
      />
      {login.isAdded && (
        <Check
          isOn={values.mayAddKey}
          label={messages.addKey(provider)}
          onChange={(mayAddKey) => change({ mayAddKey })}
        />
      )}
      {login.login.method === 'password' && (
        // Visible, since no other screen shows it.
        <Field
          hint={messages.passwordHint}
          label={messages.password}
          name="password"
          onChange={(password) => change({ password })}
          problem={errors.password}
          value={values.password}
        />
      )}
    </>
  );
}

/** The fields of an order, as far as the account's provider has them. */
export function OrderFields({ form, provider }: OrderFieldsProps) {
  const { values, errors, choices, change } = form;
  const { disk, minBid, months, hasName } = choices;
  const hide = useHiding();
  return (
    <>
      {hasName && (
        <UnitField
          label={messages.name}
          name="name"
          onChange={(name) => change({ name })}
          placeholder={messages.optional}
          problem={errors.name}
          unit={{}}
          value={values.name}
        />
      )}
      <ImageField form={form} />
      {disk !== null && (
        <UnitField
          hint={messages.diskHint(disk.min)}
          label={messages.disk}
          name="diskGb"
          onChange={(diskGb) => change({ diskGb })}
          onCommit={form.setDisk}
          problem={errors.diskGb}
          unit={{ after: messages.gb }}
          value={values.diskGb}
        />
      )}
      {minBid !== null && (
        <UnitField
          hint={hide(messages.bidHint(formatRate(minBid)))}
          label={messages.bid}
          name="bid"
          onChange={(bid) => change({ bid })}
          problem={errors.bid && hide(errors.bid)}
          unit={{ before: '$', after: '/h' }}
          value={values.bid}
        />
      )}
      {months.length > 0 && (
        <Choice
          label={messages.months}
          name="months"
          onChange={(period) => change({ months: period })}
          options={months.map((count) => ({ value: String(count), label: monthCount(count) }))}
          problem={errors.months}
          value={values.months}
        />
      )}
      <LoginFields form={form} provider={provider} />
    </>
  );
}
