import { expect, test } from 'vitest';
import type { AppState } from '../shared/app/index.ts';
import { greet } from './greet.ts';
import { firstStart, signedIn, snapshot } from './testing/app-states.ts';

const watching = signedIn(snapshot([], 0));

test.each<[string, AppState, boolean, readonly string[]]>([
  ['the first start', firstStart(), true, ['look', 'panel']],
  ['every other start', watching, true, ['look patiently']],
  ['a desktop without a tray', watching, false, ['look patiently', 'panel']],
  ['the first start on such a desktop', firstStart(), false, ['look', 'panel']],
])('%s', async (_, state, hasTray, done) => {
  const happened: string[] = [];
  const look = (how: string) => async () => {
    happened.push(how);
    return hasTray;
  };
  await greet({
    application: { state: () => state },
    openPanel: () => void happened.push('panel'),
    trayHost: { look: look('look'), lookPatiently: look('look patiently'), clicked: () => {} },
  });
  expect(happened).toEqual(done);
});
