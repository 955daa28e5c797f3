import { join } from 'node:path';
import type { Account, Accounts } from '../../core/accounts/index.ts';
import { unlessAborted } from '../../core/clock.ts';
import { withFileLock } from '../../core/files/index.ts';
import { addressOf, parseBaseUrl } from '../../core/providers/index.ts';
import type { Secret } from '../../core/secret.ts';
import { vmsOf } from '../../shared/domain/account-state.ts';
import { formatRate } from '../../shared/format/index.ts';
import { PROVIDER_IDS, PROVIDERS } from '../../shared/providers/providers.ts';
import type { AppState } from '../../shared/state/index.ts';
import { figuresOf } from '../../shared/usage/figures.ts';
import { CommandError, EXIT, type ExitCode, refuse } from '../errors.ts';
import { account as accountMessages, signIn as messages, secretInput, usage } from '../messages.ts';
import { type CredentialSource, isEmail } from '../options.ts';
import { readLine, type SecretPorts } from '../read-line.ts';
import { type CommandOf, type Context, refuseFile, withAccounts } from '../user.ts';
import { problemNotes, statusExitCode } from '../vms/account-view.ts';
import { pollOnce } from '../vms/read-state.ts';
import { readSecret, secretName } from './read-secret.ts';
import {
  givenAccount,
  openSource,
  type StatusSource,
  storedAccount,
  withClients,
} from './sources.ts';

/** The answer without spaces. @throws CommandError on Ctrl-C and at the end of the input */
async function ask(question: string, ports: SecretPorts, isOptional = false): Promise<string> {
  const typed = (await readLine(question, ports)).trim();
  return typed === '' && !isOptional ? refuse(secretInput.canceled) : typed;
}

async function askProvider(ports: SecretPorts) {
  ports.prompt(`${messages.where}\n`);
  for (const [index, id] of PROVIDER_IDS.entries())
    ports.prompt(`  ${index + 1}  ${messages.place(PROVIDERS[id])}\n`);
  while (true) {
    const typed = (await ask(messages.number, ports)).toLowerCase();
    const found = PROVIDER_IDS.find((id, index) =>
      [id, `${index + 1}`, PROVIDERS[id].name.toLowerCase()].includes(typed),
    );
    if (found !== undefined) return found;
  }
}

/** Asks at a terminal where the user rents, and shows where keys are made. @throws CommandError without a terminal */
async function askCredential(ports: SecretPorts): Promise<CredentialSource> {
  if (!ports.input.isTTY) return refuse(usage.seeHelp(usage.loginCredential, 'login'));
  const provider = await askProvider(ports);
  const { signIn, keys } = PROVIDERS[provider];
  const base = parseBaseUrl(addressOf(provider) ?? (await ask(messages.serviceUrl, ports)));
  if (!base.ok) return refuse(base.message);
  const email = signIn.includes('login') ? await ask(messages.email, ports, true) : '';
  // Such as an API key, which is not sent.
  if (email !== '' && !isEmail(email)) return refuse(messages.notEmail);
  if (email !== '') return { provider, baseUrl: base.url, kind: 'login', email };
  ports.prompt(`${messages.keys(keys)}\n`);
  return { provider, baseUrl: base.url, kind: 'apiKey' };
}

/** Stores an account. A credential that only memory could hold is refused, since the command ends at once. */
export async function storeAccount(
  accounts: Accounts,
  credential: CredentialSource,
  secret: Secret,
  name: string | null,
): Promise<Account> {
  const before = await accounts.list();
  const again = name === null ? {} : { accountId: storedAccount(before, name).id };
  const { provider, baseUrl } = credential;
  const { account, problem } = await (credential.kind === 'apiKey'
    ? accounts.signInWithKey({ provider, baseUrl, key: secret, ...again })
    : accounts.signInWithPassword({
        baseUrl,
        email: credential.email,
        password: secret,
        ...again,
      }));
  if (problem !== null) {
    // An account that existed before keeps its stored credential.
    if (!before.some(({ id }) => id === account.id)) await accounts.signOut(account.id);
    throw new CommandError(EXIT.signedOut, accountMessages.notStored(problem));
  }
  return account;
}

const readAccount = (source: StatusSource, context: Context) =>
  withClients([source], context, (sources) => pollOnce({ ...context, sources }));

function seenLine(app: AppState): string {
  const { shownRate, isAtLeast } = figuresOf(app);
  const vms = Object.values(app.snapshots).flatMap(vmsOf);
  const count = vms.filter(({ phase }) => phase !== 'destroyed').length;
  return messages.sees(count, formatRate(shownRate, isAtLeast));
}

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
