import { keyMaterial } from '../ssh/local-key.ts';
import { keyText } from './launch-texts.ts';
import type { LaunchChoices, LaunchLogin, LocalKey } from './order.ts';
import type { PresetOrder } from './preset-order.ts';

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

const option = (value: string, label: string, login: LaunchLogin): LoginOption => ({
  value,
  label,
  login,
  detail: '',
  file: null,
  isAdded: false,
});

function registeredOptions(keys: LaunchChoices['keys'], localKeys: readonly LocalKey[]) {
  return (keys ?? []).map(({ id, name, publicKey }): LoginOption => {
    const material = publicKey === null ? null : keyMaterial(publicKey);
    const local = localKeys.find((key) => key.publicKey === material);
    const isUnique = keys?.filter((key) => key.name === name).length === 1;
    const unknown = material === null ? '' : 'Its key isn’t in ~/.ssh on this computer.';
    const label = isUnique ? name : `${name} (${id})`;
    const detail = local === undefined ? unknown : keyText(local);
    const shown = option(`id ${id}`, label, { method: 'registered', id });
    return { ...shown, detail, file: local?.file ?? null };
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
    .filter(({ file }) => registered.every((key) => key.file !== file))
    .map((key): LoginOption => {
      const login = { method: 'publicKey', publicKey: key.publicKey } as const;
      const shown = option(`file ${key.file}`, key.comment || key.file, login);
      return { ...shown, detail: keyText(key), file: key.file, isAdded: keys !== null };
    });
  const usual = option('usual', 'The account’s default key', { method: 'registered', id: null });
  const password = option('password', 'Password', { method: 'password' });
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
