import { join } from 'node:path';
import { unlessAborted } from '../../core/clock.ts';
import { withFileLock } from '../../core/files/index.ts';
import type { Secret } from '../../core/secret.ts';
import { vmsOf } from '../../shared/domain/account-state.ts';
import { formatRate } from '../../shared/format/index.ts';
import type { AppState } from '../../shared/state/index.ts';
import { figuresOf } from '../../shared/usage/figures.ts';
import type { CommandOf } from '../arguments.ts';
import { CommandError, EXIT, type ExitCode, refuse } from '../errors.ts';
import { account as accountMessages, signIn as messages } from '../messages.ts';
import type { CredentialSource } from '../options.ts';
import { type Context, refuseFile, withAccounts } from '../user.ts';
import { problemNotes, statusExitCode } from '../vms/account-view.ts';
import { pollOnce } from '../vms/read-state.ts';
import { askCredential } from './ask-account.ts';
import { storeAccount } from './login.ts';
import { readSecret, secretName } from './read-secret.ts';
import { givenAccount, openSource, type StatusSource, withClients } from './sources.ts';

const readAccount = (source: StatusSource, context: Context) =>
  withClients([source], context, (sources) => pollOnce({ ...context, sources }));

function seenLine(app: AppState): string {
  const { ratePerHour, isAtLeast } = figuresOf(app);
  const vms = Object.values(app.snapshots).flatMap(vmsOf);
  const count = vms.filter(({ phase }) => phase !== 'destroyed').length;
  return messages.sees(count, formatRate(ratePerHour, isAtLeast));
}

/** Adds the key to the file in the place of the keychain, once the service has accepted it. @throws CommandError */
async function loginToFile(
  { path, ...place }: NonNullable<Context['credentials']>,
  credential: CredentialSource,
  secret: Secret,
  { account, context }: { readonly account: string | null; readonly context: Context },
) {
  if (credential.kind !== 'apiKey') refuse(accountMessages.onlyKeys(path));
  const source = await givenAccount(credential, secret, context.network);
  const app = await readAccount(source, context);
  const [problem] = problemNotes(app, context.clock.now());
  if (problem !== undefined) throw new CommandError(statusExitCode(app), problem.line);
  const { addKeyToFile } = await import('../../core/credentials-file/index.ts');
  const { settings, clock } = context;
  const { provider, baseUrl } = source;
  const added = { provider, baseUrl, name: account ?? source.label, apiKey: secret.reveal() };
  const lockFile = join(settings.folder, 'credentials.lock');
  const label = await withFileLock(lockFile, clock, () =>
    addKeyToFile({ path, ...place }, added, account !== null),
  ).catch(refuseFile);
  return { label, app };
}

/** Stores an account. At a terminal it asks for what is missing, and says what the account has. @throws CommandError */
export async function runLogin(command: CommandOf<'login'>, context: Context): Promise<ExitCode> {
  const { terminal, signal, credentials, input } = context;
  const { account: name } = command;
  const credential = command.credential ?? (await askCredential(context));
  const secret = await readSecret(secretName(credential), context);
  async function inKeychain() {
    return withAccounts(context, async (accounts) => {
      const account = await unlessAborted(storeAccount(accounts, credential, secret, name), signal);
      const isShown = input.isTTY === true;
      const source = isShown ? openSource(accounts, account, [account]) : null;
      return { label: account.label, app: source && (await readAccount(source, context)) };
    });
  }
  const { label, app } =
    credentials === null
      ? await inKeychain()
      : await loginToFile(credentials, credential, secret, { account: name, context });
  terminal.out(`${accountMessages.signedIn(label, credentials?.path ?? null)}\n`);
  if (input.isTTY && app !== null) terminal.out(`${seenLine(app)}\n`);
  return EXIT.fresh;
}
