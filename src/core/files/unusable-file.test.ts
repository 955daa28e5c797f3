import { expect, test } from 'vitest';
import { fileFailure } from './unusable-file.ts';

const failure = (code: string) => Object.assign(new Error('said by the system'), { code });
const ofSqlite = (errstr: string, errcode = 1) =>
  Object.assign(failure('ERR_SQLITE_ERROR'), { errstr, errcode });

test.each([
  [failure('ENOSPC'), ': the disk is full. Free some space.'],
  [failure('EDQUOT'), ': the disk is full. Free some space.'],
  [ofSqlite('database or disk is full'), ': the disk is full. Free some space.'],
  [ofSqlite('disk I/O error', 4874), ': the disk is full. Free some space.'],
  [failure('EISDIR'), ': it is not a regular file. Move it away.'],
  [failure('ETOOLARGE'), ': it is too large. Check the path.'],
  [failure('EACCES'), ' (EACCES). Check its permissions.'],
  [failure('ENOENT'), ': it does not exist. Check the path.'],
  [failure('EEXIST'), ': a file is in the place of a folder. Move it away.'],
  [
    ofSqlite('unable to open database file'),
    ' (unable to open database file). Check its permissions.',
  ],
  [ofSqlite('database is locked', 5), ': it is in use by another program. Try again in a moment.'],
  ['thrown text', ' (unknown error). Check its permissions.'],
])('%s: %s', (error, sentence) => {
  const { reason, action } = fileFailure(error);
  expect(`${reason} ${action}`).toBe(sentence);
});
