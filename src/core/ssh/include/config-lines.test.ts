import { expect, test } from 'vitest';
import { readLine } from './config-lines.ts';

test.each([
  ['', '', []],
  ['   # Host x', '', []],
  ['Host *', 'host', ['*']],
  ['  HOST a b\t!c  ', 'host', ['a', 'b', '!c']],
  ['Host=x', 'host', ['x']],
  ['Include = ~/a b', 'include', ['~/a', 'b']],
  ['"Include" "~/a b" # why', 'include', ['~/a b']],
  ['Include a\\ b', 'include', ['a b']],
  ['Include "a\\"b\\\\c"', 'include', ['a"b\\c']],
  ['Include "unbalanced', 'include', []],
])('%j is %s of %j', (line, keyword, args) => {
  expect(readLine(line)).toEqual({ keyword, args });
});
