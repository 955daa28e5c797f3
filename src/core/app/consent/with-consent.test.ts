import { describe, expect, test } from 'vitest';
import type { Settings, SettingsFile } from '../../settings/index.ts';
import { SETTINGS, settingsFolder } from '../../settings/testing/settings-folder.ts';
import type { Question } from '../application.ts';
import { RefusalError } from '../refusal-error.ts';
import { withConsent } from './with-consent.ts';

const terminal = (terminalCommand: string) => (settings: Settings) => ({
  ...settings,
  preferences: { ...settings.preferences, terminalCommand },
});

/** @param meanwhile what happens while the question is open */
async function guarded(answer: boolean, meanwhile?: (file: SettingsFile) => Promise<unknown>) {
  const folder = await settingsFolder();
  await folder.put(JSON.stringify(SETTINGS));
  const questions: Question[] = [];
  const settings = withConsent(folder.file, {
    async ask(question) {
      questions.push(question);
      await meanwhile?.(folder.file);
      if (!answer) throw new RefusalError({ kind: 'declined', message: 'No.', action: '' });
    },
  });
  return { ...folder, settings, questions };
}

test('agreed to, it is stored; stored, it is not asked about again', async () => {
  const { settings, questions, read } = await guarded(true);
  await settings.update(terminal('foot {command}'));
  expect(JSON.parse(await read())).toMatchObject({
    preferences: { terminalCommand: 'foot {command}' },
  });
  expect(questions.map(({ detail }) => detail)).toEqual([
    expect.stringContaining('foot {command}'),
  ]);
  await settings.update(terminal('foot {command}'));
  await settings.forget((now) => ({ ...now, ssh: { ...now.ssh, port: 22 } }));
  expect(questions).toHaveLength(1);
});

test('declined, the file is as it was', async () => {
  const { settings, read } = await guarded(false);
  for (const change of [settings.update, settings.forget])
    await expect(change(terminal('foot {command}'))).rejects.toThrow(RefusalError);
  expect(await read()).toBe(JSON.stringify(SETTINGS));
});

test('what cannot be shown is not asked about, and not stored', async () => {
  const { settings, questions, read } = await guarded(true);
  await expect(settings.update(terminal('foot \u202e{command}'))).rejects.toMatchObject({
    refusal: { kind: 'unshowable' },
  });
  expect([questions, await read()]).toEqual([[], JSON.stringify(SETTINGS)]);
});

test('what others store while the question is open stays, and is not agreed to with it', async () => {
  const { settings, read } = await guarded(true, (file) => file.update(() => SETTINGS));
  await settings.update(terminal('foot {command}'));
  expect(await read()).toContain('foot {command}');

  // Its change keeps what is there: while the question was open, the CLI took away what it kept.
  const kept = await guarded(true, (file) => file.update(() => SETTINGS));
  await kept.file.update(terminal('kitty {command}'));
  await expect(
    kept.settings.update((now) => ({
      ...now,
      ssh: { ...now.ssh, options: ['ProxyCommand x'] },
      preferences: { terminalCommand: 'kitty {command}' },
    })),
  ).rejects.toMatchObject({ refusal: { kind: 'changed' } });
  expect(JSON.parse(await kept.read())).toEqual(SETTINGS);
});

test('a file that a newer GPU Tray wrote is refused without a question', async () => {
  const { settings, questions, put } = await guarded(true);
  await put(JSON.stringify({ ...SETTINGS, version: 2 }));
  await expect(settings.update(terminal('foot {command}'))).rejects.toMatchObject({
    kind: 'readOnly',
  });
  expect(questions).toEqual([]);
});

test('what was not asked about, as the file could not be written, is not agreed to when it can be', async () => {
  const { file, put, read } = await settingsFolder();
  await put(JSON.stringify({ ...SETTINGS, version: 2 }));
  const consent = { ask: () => Promise.reject(new Error('asked')) };
  const load: SettingsFile['load'] = async () => {
    const loaded = await file.load();
    await put(JSON.stringify(SETTINGS));
    return loaded;
  };
  const settings = withConsent({ ...file, load }, consent);
  await expect(settings.update(terminal('foot {command}'))).rejects.toMatchObject({
    refusal: { kind: 'changed' },
  });
  expect(JSON.parse(await read())).toEqual(SETTINGS);
});

describe('what the file came to hold while the question was open makes a change bring', () => {
  /** A change that is told by the file's port what to bring. */
  const either =
    (first: (now: Settings) => Settings, then: (now: Settings) => Settings) => (now: Settings) =>
      now.ssh?.port === 22 ? then(now) : first(now);
  const option = (line: string) => (now: Settings) => ({
    ...now,
    ssh: { ...now.ssh, options: [line] },
  });
  const toPort22 = (file: SettingsFile) =>
    file.update((now) => ({ ...now, ssh: { ...now.ssh, port: 22 } }));

  test('the same text, run by something else: that was not agreed to', async () => {
    const { settings } = await guarded(true, toPort22);
    const text = 'ProxyCommand {command}';
    await expect(settings.update(either(option(text), terminal(text)))).rejects.toMatchObject({
      refusal: { kind: 'changed' },
    });
  });

  test('the same program, written otherwise: that was', async () => {
    const { settings, read } = await guarded(true, toPort22);
    await settings.update(either(option('ProxyCommand nc %h %p'), option('proxycommand=nc %h %p')));
    expect(await read()).toContain('proxycommand=nc %h %p');
  });
});
