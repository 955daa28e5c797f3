import { isIP } from 'node:net';
import { z } from 'zod';
import type { SshHost } from '../host.ts';
import { isPort } from './options.ts';

/** As long as the service likes: what is written must be read again, or its VM would get another name each time. */
const text = z.string();

const loginSchema = z.object({
  user: text.nullable(),
  port: z.number().refine(isPort).nullable().catch(null),
  identityFile: z.string().nullable(),
  options: z.array(z.string()),
});

const recordSchema = z.object({
  accountId: text,
  serviceUrl: text,
  vmId: text,
  alias: z.string().regex(/^gpu-[a-z0-9]+(-[a-z0-9]+)*$/),
  /** What of the alias the label decides; another slug means another alias. */
  slug: z.string().regex(/^[a-z0-9]+(-[a-z0-9]+)*$/),
  hostKeyAlias: z.string().regex(/^gpu-tray-vm-[a-z0-9-]{1,160}$/),
  address: z
    .string()
    .refine((address) => isIP(address) !== 0 && !address.includes('%'))
    .nullable()
    .catch(null),
  login: loginSchema,
});

/** What is remembered of a VM, so that it keeps its names. */
export type SshRecord = z.infer<typeof recordSchema>;

const VERSION = 1;

const fileSchema = z.looseObject({
  version: z.number().catch(VERSION),
  hosts: z.array(z.unknown()),
});

/** What the memory file says. */
export interface Memory {
  readonly records: readonly SshRecord[];
  /** A newer GPU Tray wrote it, with more in it than we know of: not to be written over. */
  readonly isNewer: boolean;
}

/**
 * The records in the text of the memory file, item by item; null when it is no such file at all. Of records that share a VM or
 * an alias the first counts.
 */
export function readMemory(json: string): Memory | null {
  const file = parse(json);
  if (file === null) return null;
  const seen = new Set<string>();
  const records = file.hosts.flatMap((item) => {
    const { success, data } = recordSchema.safeParse(item);
    if (!success || seen.has(data.alias) || seen.has(recordKey(data))) return [];
    seen.add(data.alias).add(recordKey(data));
    return [data];
  });
  return { records, isNewer: file.version > VERSION };
}

function parse(json: string): z.infer<typeof fileSchema> | null {
  try {
    const { success, data } = fileSchema.safeParse(JSON.parse(json));
    return success ? data : null;
  } catch {
    return null;
  }
}

/** In one order, whoever made the record: equal records are equal text, which is not written again. */
function inOrder(record: SshRecord): SshRecord {
  const { accountId, serviceUrl, vmId, alias, slug, hostKeyAlias, address, login } = record;
  const { user, port, identityFile, options } = login;
  return {
    accountId,
    serviceUrl,
    vmId,
    alias,
    slug,
    hostKeyAlias,
    address,
    login: { user, port, identityFile, options },
  };
}

/** The text of the memory file, which `readMemory` reads again. */
export function memoryText(records: readonly SshRecord[]): string {
  return `${JSON.stringify({ version: VERSION, hosts: records.map(inOrder) }, null, 2)}\n`;
}

/** One VM as one account sees it. */
export function recordKey({ accountId, vmId }: Pick<SshRecord, 'accountId' | 'vmId'>): string {
  return JSON.stringify([accountId, vmId]);
}

/** Without what only the choice of names needs: the service's URL and the slug. */
export function toHost({
  accountId,
  vmId,
  alias,
  hostKeyAlias,
  address,
  login,
}: SshRecord): SshHost {
  return { accountId, vmId, alias, hostKeyAlias, address, login };
}
