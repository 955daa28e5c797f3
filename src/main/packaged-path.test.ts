import { join } from 'node:path';
import { expect, test } from 'vitest';
import { unpacked } from './packaged-path.ts';

test('beside the archive where there is one, as it is where there is none', () => {
  const packed = join('/opt', 'x', 'app.asar', 'resources', 'tray');
  expect(unpacked(packed)).toBe(join('/opt', 'x', 'app.asar.unpacked', 'resources', 'tray'));
  expect(unpacked(join('/src', 'resources'))).toBe(join('/src', 'resources'));
});
