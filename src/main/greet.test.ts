import { expect, test } from 'vitest';
import type { AppState } from '../shared/app/index.ts';
import { greet } from './greet.ts';
import { nobody, picture, signedIn } from './testing/app-states.ts';

const watching = signedIn(picture([], 0));

test.each<[string, AppState, boolean, readonly string[]]>([
  ['the first start', nobody(), true, ['panel']],
  ['every other start', watching, true, []],
  ['a desktop without a tray', watching, false, ['no tray', 'panel']],
  ['the first start on such a desktop', nobody(), false, ['panel', 'no tray', 'panel']],
])('%s', async (_, state, hasTray, done) => {
  const happened: string[] = [];
  await greet({
    application: {
      state: () => state,
      trayFound: (found) => void happened.push(found ? 'tray' : 'no tray'),
    },
    openPanel: () => void happened.push('panel'),
    findTrayHost: async () => hasTray,
  });
  expect(happened).toEqual(done);
});
