import { describe, expect } from 'vitest';
import { test } from './testing/running.ts';

const BOX = {
  type: 'warning',
  title: 'Small app',
  message: 'Allow it?',
  detail: 'x\n\ny',
  buttons: ['Cancel', 'Allow'],
  defaultId: 0,
  cancelId: 0,
  noLink: true,
};

/** Opens a message box on `activate`, and notes its result. */
const asking = (call: string) => `
  const note = (title) => new Notification({ title: String(title) }).show();
  const quitting = new AbortController();
  app.on('activate', () => {
    try { ${call}.then(({ response, checkboxChecked }) => note(response + ' ' + checkboxChecked), (error) => note(error.message)); }
    catch (error) { note(error.message); }
  });
`;

const ask = (change: object = {}) =>
  asking(`electron.dialog.showMessageBox(${JSON.stringify({ ...BOX, ...change })})`);

const ABOVE = `${asking(`electron.dialog.showMessageBox(window, { ...${JSON.stringify(BOX)}, signal: quitting.signal })`)}
  openWindow();
  window.on('blur', () => note('blur'));
  window.on('focus', () => note('focus'));
  window.show();
  powerMonitor.on('suspend', () => quitting.abort());
`;

test('a message box is reported and answered once', async ({ host }) => {
  const running = await host.run({ ready: ask() });
  await running.perform({ action: 'activate' });
  const { defaultId: _, cancelId: __, noLink: ___, ...texts } = BOX;
  const open = { ...texts, default: 'Cancel', cancel: 'Cancel', checkbox: '', window: null };
  expect((await running.state()).questions).toEqual([{ ...open, isOpen: true, answer: null }]);
  expect((await running.state()).notifications).toEqual([]);

  const answer = (button: string | null, index = 0) =>
    running.perform({ action: 'answer-question', index, button });
  await expect(answer('Yes')).rejects.toThrow('only: Cancel | Allow');
  await expect(answer('Allow', 1)).rejects.toThrow('only 1 message boxes');
  await answer('Allow');
  expect(await running.state()).toMatchObject({
    questions: [{ isOpen: false, answer: 'Allow' }],
    notifications: [{ title: '1 false' }],
  });
  await expect(answer('Allow')).rejects.toThrow('is not open');
  await expect.poll(running.output).toContain('Message box: Allow it?');
});

test('Esc presses the cancel button', async ({ host }) => {
  const running = await host.run({ ready: ask({ defaultId: 0, cancelId: 1 }) });
  await running.perform({ action: 'activate' });
  await running.perform({ action: 'answer-question', index: 0, button: null });
  expect((await running.state()).notifications).toMatchObject([{ title: '1 false' }]);
});

describe('with a parent window', () => {
  test('takes the focus and returns it', async ({ host }) => {
    const running = await host.run({ ready: ABOVE });
    const titles = async () => (await running.state()).notifications.map(({ title }) => title);
    await running.perform({ action: 'activate' });
    const { questions, windows } = await running.state();
    expect(questions).toMatchObject([{ window: windows[0]?.id, isOpen: true }]);
    await expect.poll(titles).toEqual(['focus', 'blur']);
    await running.perform({ action: 'answer-question', index: 0, button: 'Cancel' });
    await expect.poll(titles).toEqual(['focus', 'blur', '0 false', 'focus']);
  });

  test('is dismissed by its signal', async ({ host }) => {
    const running = await host.run({ ready: ABOVE });
    await running.perform({ action: 'activate' });
    await running.perform({ action: 'suspend' });
    const { questions, notifications } = await running.state();
    expect(questions).toMatchObject([{ isOpen: false, answer: 'Cancel' }]);
    expect(notifications).toContainEqual(expect.objectContaining({ title: '0 false' }));
  });

  test('closes with its window and never resolves', async ({ host }) => {
    const running = await host.run({ ready: ABOVE });
    await running.perform({ action: 'activate' });
    await running.perform({ action: 'close' });
    await running.perform({ action: 'suspend' });
    expect(await running.state()).toMatchObject({ questions: [{ isOpen: false, answer: null }] });
    const answer = { action: 'answer-question', index: 0, button: 'Allow' } as const;
    await expect(running.perform(answer)).rejects.toThrow('is not open');
  });
});

test('refuses unsupported options', async ({ host }) => {
  const running = await host.run({ ready: ask({ icon: 'x.png' }) });
  await running.perform({ action: 'activate' });
  expect((await running.state()).notifications).toMatchObject([
    { title: 'not implemented: dialog.showMessageBox with icon' },
  ]);
});

test('refuses a foreign parent, and every box before ready', async ({ host }) => {
  const running = await host.run({ ready: asking('electron.dialog.showMessageBox({}, {})') });
  await running.perform({ action: 'activate' });
  expect((await running.state()).notifications).toMatchObject([
    { title: expect.stringContaining('not an open window') },
  ]);
  const main = `
    import { app, dialog, Notification } from 'electron';
    const early = dialog.showMessageBox({}).catch((error) => error.message);
    app.whenReady().then(async () => new Notification({ title: await early }).show());
  `;
  const early = await host.run({ main });
  await expect
    .poll(async () => (await early.state()).notifications)
    .toMatchObject([{ title: 'dialog module can only be used after app is ready' }]);
});
