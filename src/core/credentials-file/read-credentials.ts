import { existsSync, type Stats } from 'node:fs';
import { z } from 'zod';
import { printable } from '../../shared/format/index.ts';
import { DEFAULT_TOPICS, MESSAGE_TOPICS } from '../../shared/messages/messages.ts';
import { FIRST_PROVIDER, PROVIDER_IDS, serviceOf } from '../../shared/providers/providers.ts';
import { FileError, failedTo, readTextFile, writeAtomically } from '../files/index.ts';
import { addressSchema, hostOf, type SendTo } from '../messages/index.ts';
import { addressOf, parseBaseUrl } from '../providers/index.ts';
import { tryJson } from '../try-json.ts';

/** A file of API keys, for computers without a keychain. */
export interface CredentialsPlace {
  readonly path: string;
  /** systemd made the folder for one service. It may grant the read by an ACL, which shows as the mode of the group. */
  readonly isOfSystemd: boolean;
}

const MAX_BYTES = 64 * 1024;
const MAX_ACCOUNTS = 50;
const MAX_DESTINATIONS = 20;

const CORRECT =
  'Correct the file. It has the form {"accounts": [{"provider": "…", "apiKey": "…"}]}.';
const NO_KEY = 'Enter an API key.';
const NO_PASSWORD =
  'Use an API key: the session of a password would have to be written to this file.';

/** An account without its address, or with a wrong one, is refused. */
const accountSchema = z.lazy(() =>
  z
    .object({
      provider: z.enum(PROVIDER_IDS).default(FIRST_PROVIDER),
      baseUrl: z.string().max(2_000).optional(),
      email: z.undefined(NO_PASSWORD).optional(),
      password: z.undefined(NO_PASSWORD).optional(),
      apiKey: z.string(NO_KEY).regex(/^[\x21-\x7e]{1,4000}$/, NO_KEY),
      name: z.string().max(100).transform(printable).optional(),
    })
    .transform(({ provider, baseUrl, apiKey, name }, context) => {
      const base = parseBaseUrl(baseUrl ?? addressOf(provider) ?? '');
      if (!base.ok) {
        context.addIssue({ code: 'custom', path: ['baseUrl'], message: base.message });
        return z.NEVER;
      }
      const at = { provider, baseUrl: base.url.href };
      return { ...at, apiKey, name: name ?? serviceOf(at) };
    }),
);

/** An account of the file. Its name is unique at its service. */
export type FileAccount = z.output<typeof accountSchema>;

const nameOf = ({ provider, baseUrl, name }: Omit<FileAccount, 'apiKey'>) =>
  `${provider} ${baseUrl} ${name}`;

const accountsSchema = z.lazy(() =>
  z.object({
    accounts: z
      .array(accountSchema)
      .min(1)
      .max(MAX_ACCOUNTS)
      .refine(
        (all) => new Set(all.map(nameOf)).size === all.length,
        'Two accounts of one service have the same name. Give each its own name.',
      ),
  }),
);

/** Where alerts are sent. */
const sendToSchema = z.lazy(() =>
  z.object({
    sendTo: z
      .array(
        z
          .looseObject({ topics: z.array(z.enum(MESSAGE_TOPICS)).default([...DEFAULT_TOPICS]) })
          // `inQuietHours` is of an earlier version.
          .transform(({ topics, inQuietHours: _, ...typed }, context) => {
            const { success, data: address, error } = addressSchema.safeParse(typed);
            if (success) return { topics, address };
            for (const { path, message } of error.issues)
              context.addIssue({ code: 'custom', path, message });
            return z.NEVER;
          }),
      )
      .max(MAX_DESTINATIONS)
      .default([]),
  }),
);

const KIND = 'credentialsFile';

const refuse = (message: string, action: string): never => {
  throw new FileError({ kind: KIND, message, action });
};

/** @throws FileError unless only this user and root may read the file */
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

/** @throws FileError, also when another user may read the file */
async function readJson(place: CredentialsPlace): Promise<unknown> {
  const { path } = place;
  const text = await readTextFile(path, MAX_BYTES, (found) => requirePrivate(place, found)).catch(
    failedTo(`read ${path}`, KIND),
  );
  return tryJson(text) ?? refuse(`${path} is not JSON.`, CORRECT);
}

/** @throws FileError that names the field, without its value */
function parse<T>({ path }: CredentialsPlace, json: unknown, schema: z.ZodType<T>): T {
  const { success, data, error } = schema.safeParse(json);
  if (success) return data;
  const [issue] = error.issues;
  const field = issue?.path.join('.') ?? '';
  // Some of zod's messages are no sentences.
  const message = issue?.message.replace(/\.?$/, '.') ?? '';
  return refuse([path, field, message].filter((part) => part !== '').join(': '), CORRECT);
}

/** @throws FileError, as `readJson` */
export async function readCredentials(place: CredentialsPlace): Promise<readonly FileAccount[]> {
  return parse(place, await readJson(place), accountsSchema).accounts;
}

/** Where the file sends alerts. Its place in the list is its id, with which messages wait over restarts. @throws FileError, as `readJson` */
export async function readSendTo(place: CredentialsPlace): Promise<readonly SendTo[]> {
  const { sendTo } = parse(place, await readJson(place), sendToSchema);
  return sendTo.map(({ address, topics }, index): SendTo => {
    const id = `file-${index + 1}`;
    return { address, destination: { id, kind: address.kind, host: hostOf(address), topics } };
  });
}

/** Adds an API key, or replaces that of a name that the user gave. Returns the account's name. @throws FileError */
export async function addKeyToFile(
  place: CredentialsPlace,
  { provider, baseUrl, name, apiKey }: FileAccount,
  isNamed: boolean,
): Promise<string> {
  const { path, isOfSystemd } = place;
  if (isOfSystemd)
    refuse(`GPU Tray only reads ${path}.`, 'Edit the credential of the unit instead.');
  const json = existsSync(path) ? await readJson(place) : null;
  const known = json === null ? [] : parse(place, json, accountsSchema).accounts;
  const file = z.looseObject({ accounts: z.array(z.unknown()) }).parse(json ?? { accounts: [] });
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
  await writeAtomically(path, `${JSON.stringify(added, null, 2)}\n`).catch(
    failedTo(`write ${path}`, KIND),
  );
  return name;
}
