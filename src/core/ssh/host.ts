import { isIP } from 'node:net';
import { z } from 'zod';
import { type SshLogin, type VmRef, vmKey } from '../../shared/ssh/ssh-state.ts';
import { tryJson } from '../try-json.ts';

/** Used where the login sets no port; the user's own SSH config may set another. */
export const DEFAULT_PORT = 22;

export const keyOf = ({ accountId, vmId }: VmRef) => vmKey(accountId, vmId);

/** A VM as input for SSH. Its text comes from the service and is hostile, except for the checked address. */
export interface SshVm extends VmRef {
  /** The service's base URL: VM ids are unique within one service. */
  readonly serviceUrl: string;
  readonly label: string | null;
  readonly defaultName: string | null;
  /** From `vmAddresses`, or null. */
  readonly address: string | null;
  readonly login: SshLogin;
  /** Its login goes through a proxy that carries no files and forwards no ports. */
  readonly isShellOnly?: true;
  /** The start of its run, where another run has other host keys. */
  readonly run?: string;
  readonly isRunRounded?: true;
}

/** Whether the text is an IP address without a zone, which ssh would expand. */
export const isAddress = (text: string) => isIP(text) !== 0 && !text.includes('%');

const LOOPBACK_NAME = /(^|\.)(localhost|localdomain)\d*(\.|$)/;

/** Whether a name may mean this computer. Only a name server knows what others resolve to. */
export const isLoopbackName = (name: string) => LOOPBACK_NAME.test(name.toLowerCase());

const LABEL = '[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?';
/** Two labels at least: one alone may be an alias of the user's. The last begins with a letter: `127.1` and `1.0x7f` are numbers. */
const NAME = new RegExp(`^(?:${LABEL}\\.)+[a-z](?:[a-z0-9-]{0,61}[a-z0-9])$`, 'i');

/** Whether it is a full host name that neither ssh nor a shell can read in another way. */
export function isHostName(text: string): boolean {
  return text.length <= 253 && (NAME.test(text) || text === 'localhost');
}

export const isHost = (text: string) => isAddress(text) || isHostName(text);

/** A user name of a provider: those of a proxy may begin with a digit. */
export const isUser = (text: string) => /^[A-Za-z0-9_][A-Za-z0-9_.-]{0,127}$/.test(text);

export const isPort = (port: number) => Number.isInteger(port) && port >= 1 && port <= 65_535;

/** Unbounded: a record that could not be read back would give its VM a new alias each time. */
const text = z.string();

const hostSchema = z.lazy(() =>
  z.object({
    accountId: text,
    serviceUrl: text,
    vmId: text,
    /** A prefix such as `gpu-` and `[a-z0-9-]`, unique on this computer. */
    alias: z.string().regex(/^[a-z0-9]+(-[a-z0-9]+)+$/),
    /** The part of the alias that follows the label: another slug means a new alias. */
    slug: z.string().regex(/^[a-z0-9]+(-[a-z0-9]+)*$/),
    /** `gpu-tray-vm-<id>`: its host key is stored under this name, so a recycled IP address causes no false warning. */
    hostKeyAlias: z.string().regex(/^gpu-tray-vm-[a-z0-9-]{1,160}$/),
    /** Null while the VM has none: it keeps its alias, but gets no `Host` block. */
    address: z.string().refine(isHost).nullable().catch(null),
    login: z.object({
      user: text.nullable(),
      port: z.number().refine(isPort).nullable().catch(null),
      identityFile: text.nullable(),
    }),
    isShellOnly: z.literal(true).exactOptional(),
    /** The user's SSH config accepts known host keys only, so ours says nothing about it. */
    isStrict: z.literal(true).exactOptional(),
  }),
);

/** A VM to log in to, as stored. Nothing in it needs quoting, except the identity file. */
export type SshHost = Readonly<z.infer<typeof hostSchema>>;

const fileSchema = z.lazy(() => z.looseObject({ hosts: z.array(z.unknown()) }));

/** Invalid records are skipped; of records with one VM or alias, the first counts. @returns null when the text is no such file */
export function readHostRecords(json: string): readonly SshHost[] | null {
  const { data: file } = fileSchema.safeParse(tryJson(json));
  if (file === undefined) return null;
  const seen = new Set<string>();
  return file.hosts.flatMap((item) => {
    const { success, data } = hostSchema.safeParse(item);
    if (!success) return [];
    const key = keyOf(data);
    if (seen.has(data.alias) || seen.has(key)) return [];
    seen.add(data.alias).add(key);
    return [data];
  });
}

export function hostRecordsText(records: readonly SshHost[]): string {
  return `${JSON.stringify({ version: 1, hosts: records }, null, 2)}\n`;
}
