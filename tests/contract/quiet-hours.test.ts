import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { memorySession, startApplication } from './application.ts';
import { earlierText, folderOf } from './earlier-files.ts';

// The files of a run of f153746b, in the quiet hours of the desktop and of one of two destinations.

const FILES = { version: 'f153746b', at: 1_795_857_524_000 };

const OFFLINE = { isOnline: false };

test('quiet hours of f153746b end with one notification, and no other setting is lost', async () => {
  const folder = await folderOf(FILES, ['settings.json', 'alerts.json', 'messages.json']);
  const { application, notifications } = await startApplication(memorySession(), folder, OFFLINE);
  expect(notifications).toEqual([
    {
      title: 'Quiet hours were removed',
      body: expect.stringMatching(/^Use Do Not Disturb .* Held back: sd-webui is gone\.$/),
      destination: { kind: 'alerts' },
    },
  ]);
  const { preferences, destinations, deliveries, autoStops, alerts } = application.state();
  expect(preferences).not.toHaveProperty('quietHours');
  // Its currency symbol too.
  expect(preferences).not.toHaveProperty('currency');
  expect(preferences).toMatchObject({ theme: 'dark', notifyReady: false });
  expect(alerts).toMatchObject([{ rule: 'hourlyRate', limit: 0.5 }]);
  expect(Object.values(autoStops)).toMatchObject([{ name: 'lora-portrait' }]);
  expect(destinations.map(({ topics }) => topics)).toEqual([
    ['money', 'vm'],
    ['money', 'vm'],
  ]);
  // Of both destinations, whose addresses are in no keychain here.
  const waiting = () => Object.values(application.state().deliveries);
  expect(Object.keys(deliveries)).toHaveLength(2);
  await expect.poll(waiting).toMatchObject([
    { waiting: 1, problem: expect.stringContaining('keychain') },
    { waiting: 1, problem: expect.stringContaining('keychain') },
  ]);
  await application.stop();

  const {
    preferences: { quietHours, ...ofUser },
    messageDestinations,
    ...others
  } = JSON.parse(await earlierText(FILES, 'settings.json'));
  const left = messageDestinations.map(
    ({ inQuietHours, ...destination }: object & Record<'inQuietHours', boolean>) => destination,
  );
  const stored = JSON.parse(await readFile(join(folder, 'settings.json'), 'utf8'));
  // The time of an auto-stop was moved with the run.
  expect({ ...stored, autoStops: null }).toEqual({
    ...others,
    autoStops: null,
    preferences: ofUser,
    messageDestinations: left,
  });

  const next = await startApplication(memorySession(), folder, OFFLINE);
  expect(next.notifications).toEqual([]);
  const again = next.application.state();
  expect([again.preferences, again.destinations]).toEqual([preferences, destinations]);
});
