import { randomUUID } from 'node:crypto';
import { existsSync } from 'node:fs';
import { homedir, userInfo } from 'node:os';
import { dirname, join } from 'node:path';
import { type Accounts, createAccounts } from '../core/accounts/index.ts';
import type { Clock } from '../core/clock.ts';
import type { CredentialsPlace } from '../core/credentials-file/index.ts';
import { removeLeftovers } from '../core/files/index.ts';
import { silentLog } from '../core/log.ts';
import type { Fetch, NetworkPorts } from '../core/providers/index.ts';
import { createSettingsFile, preferencesOf, userDataFolder } from '../core/settings/index.ts';
import type { Shell, Ssh } from '../core/ssh/index.ts';
import { UserError } from '../core/user-error.ts';
import type { Keychain, KeychainOptions, Vault } from '../core/vault/index.ts';
import type { Command } from './arguments.ts';
import { CommandError, EXIT } from './errors.ts';
import * as messages from './messages.ts';
import type { Terminal } from './output.ts';
import type { SecretPorts } from './read-line.ts';

// Settings, accounts and SSH files of this user, shared with the app. The keychain and ssh load when needed: a status bar that
// passes an API key every few seconds uses neither.

export type UserSettings = Readonly<Awaited<ReturnType<typeof openUserSettings>>>;

export interface CommandPorts extends SecretPorts {
  readonly terminal: Terminal;
  readonly fetch: Fetch;
  readonly clock: Clock;
}

export interface Context extends CommandPorts {
  readonly settings: UserSettings;
  readonly network: NetworkPorts;
  readonly shell: Shell;
  readonly warn: (message: string) => void;
  /** In the place of the keychain; null: the keychain. */
  readonly credentials: CredentialsPlace | null;
}

/** Its name and options, which a command gets beside the context. */
export type CommandOf<Name extends Command['name']> = Extract<Command, { name: Name }>;

/** @throws CommandError when neither `HOME` nor the system names it */
function homeFolder(): string {
  try {
    return homedir() || userInfo().homedir;
  } catch {
    throw new CommandError(EXIT.outOfDate, messages.noHome);
  }
}

/** @param warn reports settings that were repaired @throws FileError */
export async function openUserSettings(
  { clock, log }: Pick<NetworkPorts, 'clock' | 'log'>,
  warn: (message: string) => void,
) {
  const folder = userDataFolder(process.platform, process.env, homeFolder());
  await removeLeftovers(folder, clock.now());
  const file = createSettingsFile({
    path: join(folder, 'settings.json'),
    clock,
    log,
    onNotice: warn,
  });
  return { folder, file, current: await file.load() };
}

export async function openUserSsh({ settings, network }: Context): Promise<Ssh> {
  const { openSsh, systemSshPlaces } = await import('../core/ssh/index.ts');
  const { clock, log } = network;
  const places = systemSshPlaces(settings.folder);
  const { namePrefix } = preferencesOf(settings.current);
  return openSsh({ places, env: process.env, clock, log, prefix: () => namePrefix });
}

/** The file of credentials of all commands, by an option, `GPU_TRAY_CREDENTIALS_FILE` or systemd; null: none. @param option null: not given */
export function credentialsPlace(
  option: string | null,
  env: Readonly<NodeJS.ProcessEnv>,
): CredentialsPlace | null {
  const folder = env['CREDENTIALS_DIRECTORY'] || null;
  const ofSystemd = folder === null ? null : join(folder, 'gpu-tray');
  const given = option ?? (env['GPU_TRAY_CREDENTIALS_FILE'] || null);
  const path = given ?? (ofSystemd !== null && existsSync(ofSystemd) ? ofSystemd : null);
  return path === null ? null : { path, isOfSystemd: dirname(path) === folder };
}

/** Whether no account is stored, and no file in the place of the keychain is there. Settings that cannot be read are no first use. */
export async function isFirstUse({ clock, terminal }: CommandPorts): Promise<boolean> {
  const warn = (message: string) => terminal.error(`${message}\n`);
  const settings = await openUserSettings({ clock, log: silentLog }, warn).catch(() => null);
  const file = credentialsPlace(null, process.env)?.path ?? null;
  return settings?.current.accounts.length === 0 && (file === null || !existsSync(file));
}

/** @throws CommandError with what to do, where a file of credentials is not to be read or written; any other error as it is */
export function refuseFile(error: unknown): never {
  if (!(error instanceof UserError) || error.kind !== 'credentialsFile') throw error;
  throw new CommandError(EXIT.signedOut, `${error.message} ${error.action}`);
}

/** Opens the user's keychain, or the file in its place, whose accounts are stored first. @throws CommandError */
export async function keychainOpener({ settings, credentials, warn }: Context) {
  if (credentials !== null) {
    const file = await import('../core/credentials-file/index.ts');
    await file.addFileAccounts(credentials, settings.file, randomUUID).catch(refuseFile);
    return () => file.openCredentialsFile(credentials, settings.file);
  }
  const { forkHelper, openKeychain } = await import('../core/vault/index.ts');
  return (options: Omit<KeychainOptions, 'spawnHelper'>): Keychain =>
    openKeychain({
      ...options,
      spawnHelper: forkHelper(),
      onWaiting(isWaiting) {
        options.onWaiting?.(isWaiting);
        if (isWaiting) warn(messages.account.keychainWaiting);
      },
    });
}

/** Stores tokens that were refreshed while the keychain was locked; they would be lost with this process. */
async function storeFromMemory(accounts: Accounts, warn: Context['warn']): Promise<void> {
  try {
    await accounts.storeFromMemory();
    for (const account of await accounts.list())
      if (accounts.isInMemory(account)) warn(messages.account.sessionInMemory(account.label));
  } catch {
    warn(messages.account.sessionNotStored);
  }
}

/** Runs with the stored accounts, stores refreshed sessions, then ends the keychain's helper process. */
export async function withAccounts<T>(
  context: Context,
  run: (accounts: Accounts, vault: Vault) => Promise<T>,
): Promise<T> {
  const { settings, network, warn } = context;
  const { vault, dispose } = (await keychainOpener(context))(network);
  const ports = { ...settings, settings: settings.file, vault, network, newId: randomUUID };
  const accounts = createAccounts(ports);
  try {
    return await run(accounts, vault);
  } finally {
    await storeFromMemory(accounts, warn);
    dispose();
  }
}
