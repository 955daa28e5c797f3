import { z } from 'zod';
import { tryJson } from '../../try-json.ts';
import { isHost, isPort, keyOf } from '../host.ts';

/** Unbounded: a record that could not be read back would give its VM a new alias each time. */
const text = z.string();

const recordSchema = z.lazy(() =>
  z.object({
    accountId: text,
    serviceUrl: text,
    vmId: text,
    alias: z.string().regex(/^[a-z0-9]+(-[a-z0-9]+)+$/),
    /** The part of the alias that follows the label: another slug means a new alias. */
    slug: z.string().regex(/^[a-z0-9]+(-[a-z0-9]+)*$/),
    hostKeyAlias: z.string().regex(/^gpu-tray-vm-[a-z0-9-]{1,160}$/),
    address: z.string().refine(isHost).nullable().catch(null),
    login: z.object({
      user: text.nullable(),
      port: z.number().refine(isPort).nullable().catch(null),
      identityFile: text.nullable(),
    }),
    isShellOnly: z.literal(true).exactOptional(),
    isStrict: z.literal(true).exactOptional(),
  }),
);

/** The stored facts of a VM, for the same alias and host key alias as before. */
export type HostRecord = z.infer<typeof recordSchema>;

const fileSchema = z.lazy(() => z.looseObject({ hosts: z.array(z.unknown()) }));

/** Invalid records are skipped; of records with one VM or alias, the first counts. @returns null when the text is no such file */
export function readHostRecords(json: string): readonly HostRecord[] | null {
  const { data: file } = fileSchema.safeParse(tryJson(json));
  if (file === undefined) return null;
  const seen = new Set<string>();
  return file.hosts.flatMap((item) => {
    const { success, data } = recordSchema.safeParse(item);
    if (!success) return [];
    const key = keyOf(data);
    if (seen.has(data.alias) || seen.has(key)) return [];
    seen.add(data.alias).add(key);
    return [data];
  });
}

export function hostRecordsText(records: readonly HostRecord[]): string {
  return `${JSON.stringify({ version: 1, hosts: records }, null, 2)}\n`;
}
