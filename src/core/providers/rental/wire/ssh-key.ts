import { clipped, printable } from '../../../../shared/format/index.ts';
import type { RegisteredKey } from '../../../../shared/launch/order.ts';
import { readItems, record, shortText, text } from '../../http/read.ts';
import type { HttpAnswer } from '../../http/request.ts';
import { describeForm, incompatible } from '../../http/service-error.ts';
import { fieldsOf, find, textOrNumber } from './fields.ts';
import { readList } from './list.ts';

const ID = {
  names: ['id', 'ssh_key_id', 'key_id', 'uuid'],
  read: (sent: unknown) => {
    const id = shortText(textOrNumber(sent), 128);
    return id !== null && printable(id) === id ? id : null;
  },
};
const LABEL = {
  names: ['name', 'label', 'title', 'comment'],
  read: (sent: unknown) => clipped(printable(text(sent) ?? ''), 60) || null,
};

const MAX_KEYS = 200;

const keySchema = record<RegisteredKey>((sent) => {
  const fields = fieldsOf(sent);
  const id = find(fields, ID);
  return id === null ? null : { id, name: find(fields, LABEL) ?? id, publicKey: null };
});

/** The keys of a list; records without an id are left out. @throws ServiceError `incompatible` when none has one */
export function readSshKeys(
  answer: Pick<HttpAnswer, 'json' | 'endpoint'>,
): readonly RegisteredKey[] {
  const { records } = readList(answer);
  const { read } = readItems(keySchema, records, MAX_KEYS);
  if (read.length === 0 && records.length > 0)
    incompatible(answer.endpoint, describeForm(records[0]));
  return [...new Map(read.map((key) => [key.id, key])).values()];
}
