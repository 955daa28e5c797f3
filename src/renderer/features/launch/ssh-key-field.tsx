import type { AppAccount } from '../../../shared/accounts/index.ts';
import type { Answer, RequestOutput } from '../../../shared/ipc/index.ts';
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

/** The SSH keys of the user, from the path in the service profile; null: not read yet. */
function useKeys(account: AppAccount | undefined): Answer<Keys> | null {
  const isListed = account?.profile?.sshKeys !== undefined;
  return useAnswer(isListed ? account.id : null, (accountId) => bridge.readSshKeys({ accountId }));
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

/** The SSH key of an order: chosen by name if the keys can be read, otherwise typed. */
export function SshKeyField({ account, ...field }: SshKeyFieldProps) {
  const answer = useKeys(account);
  const isTyped = account?.profile?.sshKeys === undefined || answer?.ok === false;
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
