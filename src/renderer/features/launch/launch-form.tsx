import { type FormEvent, type ReactNode, useEffect, useRef } from 'react';
import type { AppAccount } from '../../../shared/accounts/index.ts';
import {
  GPU_COUNTS,
  GPU_TYPES,
  LOGIN_METHODS,
  monthCount,
  type OrderDraft,
  type OrderErrors,
  type OrderField,
  RENTAL_TYPES,
  RESERVATION_MONTHS,
} from '../../../shared/domain/index.ts';
import { findAccount } from '../../../shared/state/index.ts';
import { bridge } from '../../bridge.ts';
import { Button, Field, Segments, Select, UnitField, useCopy } from '../../ui/index.ts';
import { Labeled } from './labeled.tsx';
import { messages, TEMPLATE_OPTIONS } from './messages.ts';
import { generatePassword, passwordStrength } from './password.ts';
import { SshKeyField } from './ssh-key-field.tsx';

/** What is typed and chosen. */
export interface LaunchValues {
  readonly accountId: string;
  readonly draft: OrderDraft;
  /** Held only here until it is sent. */
  readonly password: string;
}

const options = <T extends string | number>(values: readonly T[], label: (value: T) => string) =>
  values.map((value) => ({ value: String(value), label: label(value) }));

interface PasswordFieldProps {
  readonly value: string;
  readonly problem: string | undefined;
  readonly onChange: (value: string) => void;
}

/** A password, typed or generated; visible, since it is shown only here. */
function PasswordField({ value, problem, onChange }: PasswordFieldProps) {
  const { isCopied, copy } = useCopy();
  return (
    <div className="grid gap-1">
      <Field
        hint={messages.passwordHint}
        label={messages.password}
        name="password"
        onChange={onChange}
        problem={problem ?? null}
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

interface LaunchFormProps {
  readonly values: LaunchValues;
  readonly errors: OrderErrors;
  readonly accounts: readonly AppAccount[];
  /** Known nodes to choose from. */
  readonly nodes: readonly string[];
  /** @param field the error of which is outdated */
  readonly onChange: (values: LaunchValues, field: OrderField | null) => void;
  readonly onSubmit: () => void;
  /** The price and the button. */
  readonly children: ReactNode;
}

/** Every field of an order. */
export function LaunchForm(props: LaunchFormProps) {
  const { values, errors, accounts, nodes, onChange, onSubmit, children } = props;
  const { draft } = values;
  const box = useRef<HTMLFormElement>(null);
  useEffect(() => {
    const wrong = '[aria-invalid="true"],[data-invalid] :is(select,input)';
    if (Object.keys(errors).length > 0) box.current?.querySelector<HTMLElement>(wrong)?.focus();
  }, [errors]);
  const set = (field: keyof OrderDraft) => (value: string) => {
    const next = { ...draft, [field]: value };
    const months = next.rental === 'reserved' ? next.months : '';
    const sshKeyId = next.login === 'ssh_key' ? next.sshKeyId : '';
    onChange({ ...values, draft: { ...next, months, sshKeyId } }, field);
  };
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    onSubmit();
  };
  const isInvalid = (field: OrderField) =>
    errors[field] === undefined ? {} : { 'data-invalid': '' };
  const rental = RENTAL_TYPES.find((type) => type === draft.rental);

  return (
    <form className="grid grid-cols-[minmax(0,1fr)] gap-3" noValidate onSubmit={submit} ref={box}>
      {accounts.length > 1 && (
        <Labeled label={messages.account} problem={undefined}>
          {() => (
            <Select
              aria-label={messages.account}
              // An SSH key is of one account.
              onChange={(accountId) =>
                onChange({ ...values, accountId, draft: { ...draft, sshKeyId: '' } }, 'sshKeyId')
              }
              options={accounts.map(({ id, label }) => ({ value: id, label }))}
              value={values.accountId}
            />
          )}
        </Labeled>
      )}
      <div {...isInvalid('gpuType')}>
        <Labeled label={messages.gpuType} problem={errors.gpuType}>
          {(described) => (
            <Select
              aria-describedby={described}
              aria-label={messages.gpuType}
              onChange={set('gpuType')}
              options={[
                { value: '', label: messages.chooseGpu },
                ...options(GPU_TYPES, (type) => type),
              ]}
              value={draft.gpuType}
            />
          )}
        </Labeled>
      </div>
      <Labeled label={messages.gpuCount} problem={errors.gpuCount}>
        {() => (
          <Segments
            label={messages.gpuCount}
            name="gpuCount"
            onChange={set('gpuCount')}
            options={options(GPU_COUNTS, String)}
            value={draft.gpuCount}
          />
        )}
      </Labeled>
      <Field
        hint={messages.nodeHint}
        label={messages.node}
        name="node"
        onChange={set('node')}
        placeholder="vm03"
        problem={errors.node ?? null}
        suggestions={nodes}
        value={draft.node}
      />
      <UnitField
        label={messages.storage}
        name="storageGb"
        onChange={set('storageGb')}
        problem={errors.storageGb ?? null}
        unit={{ after: messages.gb }}
        value={draft.storageGb}
      />
      <div {...isInvalid('template')}>
        <Labeled label={messages.template} problem={errors.template}>
          {(described) => (
            <Select
              aria-describedby={described}
              aria-label={messages.template}
              onChange={set('template')}
              options={[{ value: '', label: messages.chooseTemplate }, ...TEMPLATE_OPTIONS]}
              value={draft.template}
            />
          )}
        </Labeled>
      </div>
      <Labeled
        hint={rental && messages.rentalHints[rental]}
        label={messages.rental}
        problem={errors.rental}
      >
        {() => (
          <Segments
            label={messages.rental}
            name="rental"
            onChange={set('rental')}
            options={options(RENTAL_TYPES, (type) => messages.rentals[type])}
            value={draft.rental}
          />
        )}
      </Labeled>
      {draft.rental === 'reserved' && (
        <div {...isInvalid('months')}>
          <Labeled label={messages.months} problem={errors.months}>
            {() => (
              <Segments
                label={messages.months}
                name="months"
                onChange={set('months')}
                options={options(RESERVATION_MONTHS, monthCount)}
                value={draft.months}
              />
            )}
          </Labeled>
        </div>
      )}
      <Labeled label={messages.login} problem={errors.login}>
        {() => (
          <Segments
            label={messages.login}
            name="login"
            onChange={set('login')}
            options={options(LOGIN_METHODS, (method) => messages.logins[method])}
            value={draft.login}
          />
        )}
      </Labeled>
      {draft.login === 'ssh_key' ? (
        <div {...isInvalid('sshKeyId')}>
          <SshKeyField
            account={findAccount({ accounts }, values.accountId)}
            onChange={set('sshKeyId')}
            problem={errors.sshKeyId}
            value={draft.sshKeyId}
          />
        </div>
      ) : (
        <PasswordField
          onChange={(password) => onChange({ ...values, password }, 'password')}
          problem={errors.password}
          value={values.password}
        />
      )}
      {children}
    </form>
  );
}
