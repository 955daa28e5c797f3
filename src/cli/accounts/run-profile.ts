import { accountsOf, withAccountChange } from '../../core/accounts/index.ts';
import { fileFailure, readTextFile } from '../../core/files/index.ts';
import { parseProfile } from '../../core/providers/index.ts';
import { isOwnService, serviceName } from '../../shared/providers/providers.ts';
import { EXIT, type ExitCode, refuse } from '../errors.ts';
import { profile as messages } from '../operations/messages.ts';
import { terminalJson } from '../output.ts';
import { type CommandOf, type Context, withAccounts } from '../user.ts';
import { storedAccount } from './sources.ts';

const MAX_BYTES = 1_000_000;

/** @throws CommandError that says what is wrong with the file */
export async function readProfile(path: string) {
  const text = await readTextFile(path, MAX_BYTES).catch((error: unknown) =>
    refuse(messages.unreadable(fileFailure(error))),
  );
  const result = parseProfile(text);
  if (!result.ok) refuse(result.message);
  return result.profile;
}

export async function runProfile(
  { account: name, set, remove, checked }: CommandOf<'profile'>,
  context: Context,
): Promise<ExitCode> {
  const { settings, terminal, credentials } = context;
  if (checked !== null) {
    await readProfile(checked);
    terminal.out(`${messages.valid}\n`);
    return EXIT.fresh;
  }
  // The accounts of a credentials file may not be stored yet.
  if (credentials !== null) await withAccounts(context, async () => {});
  const account = storedAccount(accountsOf(await settings.file.load()), name);
  if (set === null && !remove) {
    const { profile } = account;
    terminal.out(`${profile === null ? messages.none : terminalJson(profile, 2)}\n`);
    return EXIT.fresh;
  }
  if (set !== null && !isOwnService(account)) refuse(messages.notNeeded(serviceName([account])));
  const profile = set === null ? null : await readProfile(set);
  await settings.file.update((before) => withAccountChange(before, account.id, { profile }));
  terminal.out(
    `${messages.changed(account.label, profile && Object.keys(profile.operations ?? {}))}\n`,
  );
  return EXIT.fresh;
}
