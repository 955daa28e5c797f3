import type { RegisteredKey } from '../../../../shared/launch/order.ts';
import { type Answered, readItems, record } from '../../http/read.ts';
import { describeForm, incompatible } from '../../http/service-error.ts';
import { handleOf, line } from '../../offer-fields.ts';
import { fieldsOf, find, textOrNumber } from './fields.ts';
import { readList } from './list.ts';

const ID = {
  names: ['id', 'ssh_key_id', 'key_id', 'uuid'],
  read: (sent: unknown) => handleOf(textOrNumber(sent)),
};
const LABEL = { names: ['name', 'label', 'title', 'comment'], read: line };

const MAX_KEYS = 200;

const keySchema = record<RegisteredKey>((sent) => {
  const fields = fieldsOf(sent);
  const id = find(fields, ID);
  return id === null ? null : { id, name: find(fields, LABEL) ?? id, publicKey: null };
});

/** The keys of a list; records without an id are left out. @throws ServiceError `incompatible` when none has one */
export function readSshKeys(answer: Answered): readonly RegisteredKey[] {
  const { records } = readList(answer);
  const { read } = readItems(keySchema, records, MAX_KEYS);
  if (read.length === 0 && records.length > 0)
    incompatible(answer.endpoint, describeForm(records[0]));
  return [...new Map(read.map((key) => [key.id, key])).values()];
}
