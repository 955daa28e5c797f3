import type { AppAccount } from '../../../shared/accounts/index.ts';
import type { RequestOutput } from '../../../shared/ipc/contract.ts';
import { bridge } from '../../bridge.ts';
import { Choice, Field, useAnswer } from '../../ui/index.ts';
import { messages } from './messages.ts';

type Keys = RequestOutput<'readSshKeys'>;

interface SshKeyFieldProps {
  readonly account: AppAccount | undefined;
  readonly name: string;
  /** The id; empty: the service's default. */
  readonly value: string;
  readonly problem: string | undefined;
  readonly onChange: (id: string) => void;
}

/** One option per key. A chosen key that is not listed stays chosen, and equal names are followed by their ids. */
function optionsOf(keys: Keys, chosen: string) {
  const isUnlisted = chosen !== '' && !keys.some(({ id }) => id === chosen);
  const listed = keys.map(({ id, name }) => {
    const isUnique = keys.filter((key) => key.name === name).length === 1;
    return { value: id, label: isUnique ? name : `${name} (${id})` };
  });
  return [
    { value: '', label: messages.oldestKey },
    ...listed,
    ...(isUnlisted ? [{ value: chosen, label: chosen }] : []),
  ];
}

/** The SSH key of an order: chosen by name if the provider lists the keys, otherwise typed. */
export function SshKeyField({ account, ...field }: SshKeyFieldProps) {
  const listed = account?.can.includes('sshKeys') === true ? account.id : null;
  const answer = useAnswer(listed, (accountId) => bridge.readSshKeys({ accountId }));
  const isTyped = listed === null || answer?.ok === false;
  if (!isTyped)
    return (
      <Choice
        {...field}
        label={messages.sshKey}
        options={optionsOf(answer?.ok ? answer.value : [], field.value)}
      />
    );
  const failure = answer?.ok === false ? `${messages.keysUnread(answer.refusal.message)} ` : '';
  return <Field {...field} hint={`${failure}${messages.sshKeyHint}`} label={messages.sshKeyId} />;
}
