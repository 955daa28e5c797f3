import { existsSync, type Stats } from 'node:fs';
import { z } from 'zod';
import { printable } from '../../shared/format/index.ts';
import { DEFAULT_TOPICS, MESSAGE_TOPICS } from '../../shared/messages/messages.ts';
import {
  FIRST_PROVIDER,
  PROVIDER_IDS,
  type ProviderId,
  serviceOf,
} from '../../shared/providers/providers.ts';
import { fileFailure, readTextFile, writeAtomically } from '../files/index.ts';
import { addressSchema, hostOf, type SendTo } from '../messages/index.ts';
import { addressOf, parseBaseUrl } from '../providers/index.ts';
import { tryJson } from '../try-json.ts';
import { KeychainError } from '../vault/index.ts';

/** A file of API keys, for computers without a keychain. */
export interface CredentialsPlace {
  readonly path: string;
  /** systemd made the folder for one service. It may grant the read by an ACL, which shows as the mode of the group. */
  readonly isOfSystemd: boolean;
}

/** An account of the file. Its name is unique at its service. */
export interface FileAccount {
  readonly provider: ProviderId;
  readonly baseUrl: string;
  readonly name: string;
  readonly apiKey: string;
}

const MAX_BYTES = 64 * 1024;
const MAX_ACCOUNTS = 50;
const MAX_DESTINATIONS = 20;

const accountSchema = z.lazy(() =>
  z.object({
    provider: z.enum(PROVIDER_IDS).default(FIRST_PROVIDER),
    baseUrl: z.string().max(2_000).optional(),
    apiKey: z.string().regex(/^[\x21-\x7e]{1,4000}$/),
    name: z.string().max(100).transform(printable).optional(),
  }),
);

const fileSchema = z.lazy(() =>
  z.looseObject({
    accounts: z.array(z.record(z.string(), z.unknown())).min(1).max(MAX_ACCOUNTS),
    sendTo: z.unknown().optional(),
  }),
);

const EXAMPLE = '{"accounts": [{"provider": "…", "apiKey": "…"}]}';
const FIELDS: Readonly<Record<string, string>> = {
  provider: `one of ${PROVIDER_IDS.join(', ')}`,
  baseUrl: 'a service URL',
  apiKey: 'an API key',
  name: 'a name of at most 100 characters',
};

const refuse = (message: string, action: string): never => {
  throw new KeychainError({ message, action });
};

/** @throws KeychainError unless only this user and root may read the file */
function requirePrivate(
  { path, isOfSystemd }: CredentialsPlace,
  { uid, mode }: Pick<Stats, 'uid' | 'mode'>,
): void {
  const own = process.getuid?.();
  // Windows has no such modes.
  if (own === undefined) return;
  if (uid !== own && uid !== 0)
    refuse(`${path} belongs to another user.`, `Give it to the user of this program with chown.`);
  if ((mode & (isOfSystemd ? 0o007 : 0o077)) !== 0)
    refuse(
      `Other users may read ${path}.`,
      `Run chmod 600 on it, and replace its keys if someone may have read them.`,
    );
}

/** @param number of the account, from 1 on */
function readAccount(path: string, json: Readonly<Record<string, unknown>>, number: number) {
  const here = `Account ${number} in ${path}`;
  if ('password' in json || 'email' in json)
    refuse(
      `${here} uses a password. Its session would have to be written back to this file, which GPU Tray only reads.`,
      'Use an API key.',
    );
  const { success, data, error } = accountSchema.safeParse(json);
  if (!success) {
    const field = String(error.issues[0]?.path[0] ?? '');
    return refuse(`${here}: ${field} is not ${FIELDS[field] ?? 'valid'}.`, 'Correct the file.');
  }
  const { provider, apiKey, name } = data;
  const address = data.baseUrl ?? addressOf(provider);
  if (address === null) return refuse(`${here} has no baseUrl.`, 'Add the URL of the service.');
  const base = parseBaseUrl(address);
  if (!base.ok) return refuse(`${here}: ${base.message}`, 'Correct the file.');
  const baseUrl = base.url.href;
  return { provider, baseUrl, apiKey, name: name ?? serviceOf({ provider, baseUrl }) };
}

/** @throws KeychainError, also when another user may read the file */
async function readFile(place: CredentialsPlace) {
  const { path } = place;
  const text = await readTextFile(path, MAX_BYTES, (found) => requirePrivate(place, found)).catch(
    (error: unknown) => {
      if (error instanceof KeychainError) throw error;
      const { reason, action } = fileFailure(error);
      return refuse(`Failed to read ${path}${reason}`, action);
    },
  );
  const { success, data } = fileSchema.safeParse(tryJson(text));
  if (!success)
    return refuse(
      `${path} does not list 1 to ${MAX_ACCOUNTS} accounts as JSON.`,
      `Write it as ${EXAMPLE}.`,
    );
  return data;
}

/** @throws KeychainError, as `readFile` */
export async function readCredentials(place: CredentialsPlace): Promise<readonly FileAccount[]> {
  const { path } = place;
  const { accounts: listed } = await readFile(place);
  const accounts = listed.map((json, index) => readAccount(path, json, index + 1));
  const keys = accounts.map(({ provider, baseUrl, name }) => `${provider} ${baseUrl} ${name}`);
  const double = accounts.find((_, index) => keys.indexOf(keys[index] ?? '') !== index);
  if (double !== undefined)
    refuse(
      `${path} has two accounts called ${double.name} at one service.`,
      'Give each its own name.',
    );
  return accounts;
}

/**
 * Adds an API key, or replaces that of the account with this name; creates a missing file for its owner.
 * @param isNamed the user gave the name, so that the key of that account may be replaced
 * @returns the account's name: a key that the file has keeps its own @throws KeychainError
 */
export async function addKeyToFile(
  place: CredentialsPlace,
  { provider, baseUrl, name, apiKey }: FileAccount,
  isNamed: boolean,
): Promise<string> {
  const { path, isOfSystemd } = place;
  if (isOfSystemd)
    refuse(`GPU Tray only reads ${path}.`, 'Edit the credential of the unit instead.');
  const isThere = existsSync(path);
  const known = isThere ? await readCredentials(place) : [];
  const file = isThere ? await readFile(place) : { accounts: [] };
  const isHere = (one: FileAccount) => one.provider === provider && one.baseUrl === baseUrl;
  const same = known.find((one) => isHere(one) && one.apiKey === apiKey);
  if (same !== undefined && !isNamed) return same.name;
  const replaced = known.findIndex((one) => isHere(one) && one.name === name);
  if (replaced >= 0 && !isNamed)
    refuse(
      `${path} has another key for ${name}.`,
      'Replace it with --account and this name, or add an account with --account and a new name.',
    );
  const own = baseUrl === addressOf(provider) ? {} : { baseUrl };
  const accounts = file.accounts.filter((_, index) => index !== replaced);
  const added = { ...file, accounts: [...accounts, { provider, ...own, name, apiKey }] };
  await writeAtomically(path, `${JSON.stringify(added, null, 2)}\n`).catch((error: unknown) => {
    const { reason, action } = fileFailure(error);
    return refuse(`Failed to write ${path}${reason}`, action);
  });
  return name;
}

const sendToSchema = z.lazy(() =>
  z.array(z.record(z.string(), z.unknown())).max(MAX_DESTINATIONS).default([]),
);

const destinationSchema = z.lazy(() =>
  z.object({
    topics: z.array(z.enum(MESSAGE_TOPICS)).default([...DEFAULT_TOPICS]),
  }),
);

/** Where the file sends alerts. Its place in the list is its id, with which messages wait over restarts. @throws KeychainError, as `readFile` */
export async function readSendTo(place: CredentialsPlace): Promise<readonly SendTo[]> {
  const { success: isList, data: entries } = sendToSchema.safeParse((await readFile(place)).sendTo);
  if (!isList)
    return refuse(
      `sendTo in ${place.path} is not a list of at most ${MAX_DESTINATIONS} destinations.`,
      'Correct the file.',
    );
  // `inQuietHours` is of an earlier version.
  return entries.map(({ topics, inQuietHours, ...typed }, index): SendTo => {
    const here = `Entry ${index + 1} of sendTo in ${place.path}`;
    const how = destinationSchema.safeParse({ topics });
    if (!how.success) return refuse(`${here}: topics is not valid.`, 'Correct the file.');
    const { success, data: address, error } = addressSchema.safeParse(typed);
    if (!success) {
      const [issue] = error.issues;
      return refuse(
        `${here}, ${issue?.path.join('.') ?? ''}: ${issue?.message}`,
        'Correct the file.',
      );
    }
    const id = `file-${index + 1}`;
    return { address, destination: { id, kind: address.kind, host: hostOf(address), ...how.data } };
  });
}
