import { join } from 'node:path';
import { expect, test } from 'vitest';
import { unpacked } from './platform.ts';

test('an unpacked file is beside the archive, if there is one', () => {
  const packed = join('/opt', 'x', 'app.asar', 'resources', 'tray');
  expect(unpacked(packed)).toBe(join('/opt', 'x', 'app.asar.unpacked', 'resources', 'tray'));
  expect(unpacked(join('/src', 'resources'))).toBe(join('/src', 'resources'));
});
