import { formatRate, monthCount } from '../../../shared/format/index.ts';
import type { LaunchErrors } from '../../../shared/launch/current-launch.ts';
import type { LoginOption } from '../../../shared/launch/login-options.ts';
import type { LaunchChoices } from '../../../shared/launch/order.ts';
import type { LaunchValues } from '../../../shared/launch/order-values.ts';
import { bridge } from '../../bridge.ts';
import { useHiding } from '../../store.ts';
import {
  Button,
  Check,
  Choice,
  Field,
  RequestButton,
  SegmentsField,
  UnitField,
} from '../../ui/index.ts';
import { messages } from './messages.ts';
import { generatePassword } from './password.ts';

export type FormErrors = LaunchErrors & { readonly stopLater?: string };

interface FieldsProps {
  readonly values: LaunchValues;
  readonly errors: FormErrors;
  readonly choices: LaunchChoices;
  readonly onChange: (change: Partial<LaunchValues>) => void;
}

const OTHER = '\n';

function ImageField({ values, errors, choices, onChange }: FieldsProps) {
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
          onChange(value === OTHER ? { isOtherImage: true } : { image: value, isOtherImage: false })
        }
        options={options}
        problem={isOtherImage ? undefined : errors.image}
        value={isOtherImage ? OTHER : image}
      />
      {isOtherImage && (
        <Field
          label={messages.imageName}
          name="imageName"
          onChange={(typed) => onChange({ image: typed })}
          problem={errors.image}
          value={image}
        />
      )}
    </>
  );
}

interface LoginFieldsProps extends FieldsProps {
  readonly logins: readonly LoginOption[];
  /** Display name of the account's provider. */
  readonly provider: string;
}

/** A password, typed or generated; visible, since no other screen shows it. */
function PasswordField({ values: { password }, errors, onChange }: FieldsProps) {
  return (
    <div className="grid gap-1">
      <Field
        hint={messages.passwordHint}
        label={messages.password}
        name="password"
        onChange={(typed) => onChange({ password: typed })}
        problem={errors.password}
        value={password}
      />
      <div className="flex flex-wrap items-center gap-3 text-small">
        <Button
          label={messages.generate}
          onClick={() => onChange({ password: generatePassword() })}
          tone="link"
        />
        {password !== '' && (
          <RequestButton
            label={messages.copy}
            request={() => bridge.copyText({ text: password })}
          />
        )}
      </div>
    </div>
  );
}

function LoginFields({ logins, provider, ...fields }: LoginFieldsProps) {
  const { values, errors, onChange } = fields;
  const chosen = logins.find(({ value }) => value === values.login);
  if (chosen === undefined) return <p role="alert">{messages.noKey}</p>;
  return (
    <>
      <Choice
        hint={chosen.detail || undefined}
        label={messages.login}
        name="login"
        onChange={(login) => onChange({ login })}
        options={logins}
        problem={errors.login}
        value={values.login}
      />
      {chosen.isAdded && (
        <Check
          isOn={values.mayAddKey}
          label={messages.addKey(provider)}
          onChange={(mayAddKey) => onChange({ mayAddKey })}
        />
      )}
      {chosen.login.method === 'password' && <PasswordField {...fields} />}
    </>
  );
}

interface OrderFieldsProps extends LoginFieldsProps {
  /** The size of the disk is complete. */
  readonly onDisk: (typed: string) => void;
}

/** The fields of an order, as far as the account's provider has them. */
export function OrderFields({ onDisk, ...login }: OrderFieldsProps) {
  const { values, errors, choices, onChange } = login;
  const { disk, minBid, months, hasName } = choices;
  const hide = useHiding();
  return (
    <>
      {hasName && (
        <UnitField
          label={messages.name}
          name="name"
          onChange={(name) => onChange({ name })}
          placeholder={messages.optional}
          problem={errors.name}
          unit={{}}
          value={values.name}
        />
      )}
      <ImageField {...login} />
      {disk !== null && (
        <UnitField
          hint={messages.diskHint(disk.min)}
          label={messages.disk}
          name="diskGb"
          onChange={(diskGb) => onChange({ diskGb })}
          onCommit={onDisk}
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
          onChange={(bid) => onChange({ bid })}
          problem={errors.bid && hide(errors.bid)}
          unit={{ before: '$', after: '/h' }}
          value={values.bid}
        />
      )}
      {months.length > 0 && (
        <SegmentsField
          label={messages.months}
          name="months"
          onChange={(period) => onChange({ months: period })}
          options={months.map((count) => ({ value: String(count), label: monthCount(count) }))}
          problem={errors.months}
          value={values.months}
        />
      )}
      <LoginFields {...login} />
    </>
  );
}
