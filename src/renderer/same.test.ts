import { expect, test } from 'vitest';
import { isSame } from './same.ts';

const shared = {};

test.each<[object, object, boolean]>([
  [{ kind: 'vm', vmId: '1' }, { vmId: '1', kind: 'vm' }, true],
  [{ kind: 'vm', vmId: '1' }, { kind: 'vm', vmId: '2' }, false],
  [{ kind: 'vm' }, { kind: 'vm', vmId: '1' }, false],
  [{ kind: 'vm', vmId: '1' }, { kind: 'vm' }, false],
  [{ vmId: undefined }, { kind: undefined }, false],
  [{ percent: Number.NaN }, { percent: Number.NaN }, true],
  [[shared], [shared], true],
  [[shared], [{}], false],
])('%j and %j', (one, other, is) => {
  expect(isSame(one, other)).toBe(is);
});
