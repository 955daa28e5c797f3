import { z } from 'zod';
import type { SshKey } from '../../../shared/domain/index.ts';
import { clipped, printable } from '../../../shared/format/index.ts';
import { describeForm, incompatible } from '../service-error.ts';
import { isObject, readItems, readList } from './read.ts';

// No record of an SSH key is documented beyond its id, so that its fields are found by likely names.

const ID_NAMES = ['id', 'ssh_key_id', 'key_id', 'uuid'];
const LABEL_NAMES = ['name', 'label', 'title', 'comment'];

/** More are no choice. */
const MAX_KEYS = 200;
const MAX_LABEL = 60;

const id = z.lazy(() =>
  z
    .union([z.string(), z.number().int().transform(String)])
    .refine((text) => text !== '' && text.length <= 128 && printable(text) === text),
);
const label = z.lazy(() => z.string().transform((text) => clipped(printable(text), MAX_LABEL)));

function firstValue<T>(
  record: Record<string, unknown>,
  names: readonly string[],
  schema: z.ZodType<T>,
) {
  const found = names.map((name) => schema.safeParse(record[name]).data);
  return found.find((value) => value !== undefined && value !== '');
}

const keySchema = z.lazy(() =>
  z.custom<Record<string, unknown>>(isObject).transform((record, context): SshKey => {
    const key = firstValue(record, ID_NAMES, id);
    if (key === undefined) {
      context.addIssue('has no id');
      return z.NEVER;
    }
    return { id: key, name: firstValue(record, LABEL_NAMES, label) ?? key };
  }),
);

/** The keys of a list; records without an id are left out. @throws ServiceError `incompatible` when none has one */
export function readSshKeys(body: unknown, endpoint: string): readonly SshKey[] {
  const { records } = readList(body, endpoint);
  const { read } = readItems(keySchema, records, MAX_KEYS);
  if (read.length === 0 && records.length > 0) incompatible(endpoint, describeForm(records[0]));
  return [...new Map(read.map((key) => [key.id, key])).values()];
}
