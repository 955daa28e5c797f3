import { keyMaterial, type LocalKey } from '../../../shared/launch/current-launch.ts';
import { keyText } from '../../../shared/launch/launch-texts.ts';
import type { LaunchChoices, LaunchLogin } from '../../../shared/launch/order.ts';
import type { PresetOrder } from '../../../shared/launch/preset.ts';
import { messages } from './launch-messages.ts';

/** A way to log in to the VM. */
export interface LoginOption {
  /** Unique in the form. */
  readonly value: string;
  readonly label: string;
  /** Type, comment and file of its key on this computer. */
  readonly detail: string;
  /** File of that key; null: it is not on this computer, or there is none. */
  readonly file: string | null;
  readonly login: LaunchLogin;
  /** Its key is added to the account before the order. */
  readonly isAdded: boolean;
}

function registeredOptions(keys: LaunchChoices['keys'], localKeys: readonly LocalKey[]) {
  return (keys ?? []).map(({ id, name, publicKey }): LoginOption => {
    const material = publicKey === null ? null : keyMaterial(publicKey);
    const local = localKeys.find((key) => key.publicKey === material);
    const isUnique = keys?.filter((key) => key.name === name).length === 1;
    const unknown = material === null ? '' : messages.notHere;
    return {
      value: `id ${id}`,
      label: isUnique ? name : `${name} (${id})`,
      detail: local === undefined ? unknown : keyText(local),
      file: local?.file ?? null,
      login: { method: 'registered', id },
      isAdded: false,
    };
  });
}

/** Those that surely log in first. @param canAddKey to the account; otherwise the provider uses a key of the account where none is named */
export function loginOptions(
  { keys, hasPassword }: LaunchChoices,
  localKeys: readonly LocalKey[],
  canAddKey: boolean,
): readonly LoginOption[] {
  const registered = registeredOptions(keys, localKeys);
  const local = localKeys
    .filter(({ file }) => keys === null || registered.every((key) => key.file !== file))
    .map((key): LoginOption => {
      const login = { method: 'publicKey', publicKey: key.publicKey } as const;
      const label = key.comment || key.file;
      const isAdded = keys !== null;
      return {
        value: `file ${key.file}`,
        label,
        detail: keyText(key),
        file: key.file,
        login,
        isAdded,
      };
    });
  const plain = { detail: '', file: null, isAdded: false };
  const usual: LoginOption = {
    ...plain,
    value: 'usual',
    label: messages.usualKey,
    login: { method: 'registered', id: null },
  };
  const password: LoginOption = {
    ...plain,
    value: 'password',
    label: messages.password,
    login: { method: 'password' },
  };
  return [
    ...registered.filter(({ file }) => file !== null),
    ...(keys === null || canAddKey ? local : [usual]),
    ...registered.filter(({ file }) => file === null),
    ...(hasPassword ? [password] : []),
  ];
}

/** The option that a preset names, else the first one; undefined: there is no way to log in. */
export function firstLogin(
  options: readonly LoginOption[],
  preset: PresetOrder['login'] | null,
): LoginOption | undefined {
  const named = options.find(({ login, file }) => {
    if (preset === null) return false;
    if (preset.method === 'publicKey') return file !== null && file === preset.file;
    if (preset.method === 'password') return login.method === 'password';
    return login.method === 'registered' && login.id === preset.id;
  });
  return named ?? options[0];
}
