import { type FormEvent, type ReactNode, useEffect, useRef } from 'react';
import { type AppAccount, accountName } from '../../../shared/accounts/index.ts';
import type { OrderDraft, OrderErrors, OrderField } from '../../../shared/domain/order-draft.ts';
import {
  GPU_COUNTS,
  GPU_TYPES,
  LOGIN_METHODS,
  RENTAL_TYPES,
  RESERVATION_MONTHS,
} from '../../../shared/domain/vm-order.ts';
import { monthCount } from '../../../shared/format/index.ts';
import type { knownNodes } from '../../../shared/launch/nodes.ts';
import { findAccount } from '../../../shared/state/index.ts';
import { bridge } from '../../bridge.ts';
import { useApp } from '../../store.ts';
import { Button, Choice, Field, SegmentsField, UnitField, useCopy } from '../../ui/index.ts';
import { messages, TEMPLATE_OPTIONS } from './messages.ts';
import { generatePassword, passwordStrength } from './password.ts';
import { SshKeyField } from './ssh-key-field.tsx';

export interface LaunchValues {
  readonly accountId: string;
  readonly draft: OrderDraft;
  /** Held in memory until it is sent. */
  readonly password: string;
}

const options = <T extends string | number>(values: readonly T[], label: (value: T) => string) =>
  values.map((value) => ({ value: String(value), label: label(value) }));

interface PasswordFieldProps {
  readonly value: string;
  readonly problem: string | undefined;
  readonly onChange: (value: string) => void;
}

/** A password, typed or generated; visible, since no other screen shows it. */
function PasswordField({ value, problem, onChange }: PasswordFieldProps) {
  const { isCopied, copy } = useCopy();
  return (
    <div className="grid gap-1">
      <Field
        hint={messages.passwordHint}
        label={messages.password}
        name="password"
        onChange={onChange}
        problem={problem}
        value={value}
      />
      <div className="flex flex-wrap items-center gap-3 text-small">
        <Button
          label={messages.generate}
          onClick={() => onChange(generatePassword())}
          tone="link"
        />
        {value !== '' && (
          <>
            <Button
              label={isCopied ? messages.copied : messages.copy}
              onClick={() => copy(bridge.copyText({ text: value }))}
              tone="link"
            />
            <span className="ml-auto text-quiet" role="status">
              {messages.strengths[passwordStrength(value)]}
            </span>
          </>
        )}
      </div>
    </div>
  );
}

interface FormProps {
  readonly values: LaunchValues;
  readonly errors: OrderErrors;
  /** @param field its error is outdated */
  readonly onChange: (values: LaunchValues, field: OrderField) => void;
}

function orderFields({ values, errors, onChange }: FormProps) {
  const { draft } = values;
  return (name: keyof OrderDraft) => ({
    name,
    problem: errors[name],
    value: draft[name],
    onChange(value: string) {
      const next = { ...draft, [name]: value };
      // A node has GPUs of one type.
      const node = name === 'gpuType' ? '' : next.node;
      const months = next.rental === 'reserved' ? next.months : '';
      const sshKeyId = next.login === 'ssh_key' ? next.sshKeyId : '';
      onChange({ ...values, draft: { ...next, node, months, sshKeyId } }, name);
    },
  });
}

function LoginFields(props: FormProps & { readonly account: AppAccount | undefined }) {
  const { values, errors, account, onChange } = props;
  const field = orderFields(props);
  return (
    <>
      <SegmentsField
        {...field('login')}
        label={messages.login}
        options={options(LOGIN_METHODS, (method) => messages.logins[method])}
      />
      {values.draft.login === 'ssh_key' ? (
        <SshKeyField {...field('sshKeyId')} account={account} />
      ) : (
        <PasswordField
          onChange={(password) => onChange({ ...values, password }, 'password')}
          problem={errors.password}
          value={values.password}
        />
      )}
    </>
  );
}

interface LaunchFormProps extends FormProps {
  readonly accounts: readonly AppAccount[];
  /** Empty: none is known, so it is typed. */
  readonly nodes: ReturnType<typeof knownNodes>;
  /** The node with most free GPUs; null: none is known to have enough. */
  readonly free: string | null;
  readonly onSubmit: () => void;
  /** Price and button, which stay at the bottom of the panel. */
  readonly children: ReactNode;
}

/** The known nodes, and whichever has most free. */
function NodeField(props: Pick<LaunchFormProps, keyof FormProps | 'nodes' | 'free'>) {
  const { values, nodes, free } = props;
  const { node } = values.draft;
  const field = orderFields(props)('node');
  if (nodes.length === 0)
    return <Field {...field} hint={messages.nodeHint} label={messages.node} placeholder="vm03" />;
  const isListed = node === '' || nodes.some((known) => known.node === node);
  return (
    <Choice
      {...field}
      label={messages.node}
      options={[
        { value: '', label: free === null ? messages.chooseNode : messages.anyNode(free) },
        ...nodes.map((known) => ({ value: known.node, label: messages.nodeFree(known) })),
        ...(isListed ? [] : [{ value: node, label: node }]),
      ]}
    />
  );
}

export function LaunchForm(props: LaunchFormProps) {
  const { values, errors, accounts, onChange, onSubmit, children } = props;
  const all = useApp((app) => app.accounts);
  const { draft } = values;
  const field = orderFields(props);
  const box = useRef<HTMLFormElement>(null);
  useEffect(() => {
    const wrong = '[aria-invalid="true"],[data-invalid] input';
    if (Object.keys(errors).length > 0) box.current?.querySelector<HTMLElement>(wrong)?.focus();
  }, [errors]);
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    onSubmit();
  };
  const rental = RENTAL_TYPES.find((type) => type === draft.rental);

  return (
    <form
      className="grid grid-cols-[minmax(0,1fr)] gap-2 [&_:is(input,select)]:scroll-mb-16"
      noValidate
      onSubmit={submit}
      ref={box}
    >
      {accounts.length > 1 && (
        <Choice
          label={messages.account}
          // SSH keys belong to an account.
          onChange={(accountId) =>
            onChange({ ...values, accountId, draft: { ...draft, sshKeyId: '' } }, 'sshKeyId')
          }
          options={accounts.map(({ id }) => ({ value: id, label: accountName(all, id) }))}
          value={values.accountId}
        />
      )}
      <Choice
        {...field('gpuType')}
        label={messages.gpuType}
        options={[{ value: '', label: messages.chooseGpu }, ...options(GPU_TYPES, (type) => type)]}
      />
      <SegmentsField
        {...field('gpuCount')}
        label={messages.gpuCount}
        options={options(GPU_COUNTS, String)}
      />
      <NodeField {...props} />
      <UnitField {...field('storageGb')} label={messages.storage} unit={{ after: messages.gb }} />
      <Choice
        {...field('template')}
        label={messages.template}
        options={[{ value: '', label: messages.chooseTemplate }, ...TEMPLATE_OPTIONS]}
      />
      <SegmentsField
        {...field('rental')}
        hint={rental && messages.rentalHints[rental]}
        label={messages.rental}
        options={options(RENTAL_TYPES, (type) => messages.rentals[type])}
      />
      {draft.rental === 'reserved' && (
        <SegmentsField
          {...field('months')}
          label={messages.months}
          options={options(RESERVATION_MONTHS, monthCount)}
        />
      )}
      <LoginFields {...props} account={findAccount(props, values.accountId)} />
      <div className="sticky -bottom-3 -mx-4 -mb-3 flex flex-wrap items-center justify-between gap-2 border-line border-t bg-raised px-4 py-2">
        {children}
      </div>
    </form>
  );
}
