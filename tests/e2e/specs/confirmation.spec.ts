import { existsSync } from 'node:fs';
import { chmod, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Page } from '@playwright/test';
import { expect, menuLabels, signedInPanel, test } from '../fixture/index.ts';
import type { RunningApp } from '../hosts/index.ts';

test.use({ service: { vms: 0 } });

const HINT = 'Confirm in the open dialog.';

async function openMessageBoxes(app: RunningApp) {
  const { questions } = await app.desktop();
  return questions.filter(({ isOpen }) => isOpen);
}

/** Waits for the one open message box. */
async function openMessageBox(app: RunningApp) {
  await expect.poll(() => openMessageBoxes(app)).toHaveLength(1);
  const [question] = await openMessageBoxes(app);
  if (question === undefined) throw new Error('no message box is open');
  return question;
}

const settingsIn = (userData: string) => readFile(join(userData, 'settings.json'), 'utf8');

const declined = (panel: Page) => panel.getByText('Not confirmed. Nothing changed.');

test('a custom terminal command is confirmed in a native dialog, one at a time, which closes with the panel; it then opens a VM from the tray', async ({
  launch,
  simulator,
  userData,
  home,
}) => {
  const app = await launch();
  const panel = await signedInPanel(app, simulator);
  await app.clickMenu(['Settings…']);
  await panel.getByLabel('Terminal', { exact: true }).selectOption('Custom command');
  const field = panel.getByLabel('Terminal command');
  await field.fill('foot --title "My GPU" {command}');
  await field.press('Enter');
  const { detail, ...question } = await openMessageBox(app);
  expect(question).toMatchObject({
    message: 'Allow this terminal command?',
    buttons: ['Cancel', 'Allow'],
    default: 'Cancel',
    cancel: 'Cancel',
  });
  expect(question.window).not.toBeNull();
  expect(detail.split('\n')).toContain('foot --title "My GPU" {command}');
  await expect(panel.getByText(HINT)).toBeVisible();
  expect((await app.windows()).map(({ isVisible }) => isVisible)).toEqual([true]);

  await app.answerQuestion(null);
  await expect(declined(panel)).toBeVisible();
  await expect(panel.getByText(HINT)).toBeHidden();
  expect(await settingsIn(userData)).not.toContain('foot');
  await field.focus();
  await field.blur();

  await field.fill('foot {command}');
  await field.press('Enter');
  expect((await openMessageBox(app)).detail.split('\n')).toContain('foot {command}');
  await app.answerQuestion('Allow');
  await expect(declined(panel)).toBeHidden();
  await expect.poll(() => settingsIn(userData)).toContain('"foot {command}"');
  expect((await app.desktop()).questions).toHaveLength(2);

  // A compromised page can neither run a program nor flood the user with dialogs.
  const marker = join(home, 'pwned');
  await panel.evaluate(`
    window.kinds = [];
    for (let at = 0; at < 100; at += 1) {
      const terminalCommand = 'touch ' + ${JSON.stringify(marker)} + ' ' + at + ' {command}';
      void window.gpuTray
        .changePreferences({ terminal: 'own', terminalCommand })
        .then((answer) => window.kinds.push(answer.ok ? 'done' : answer.refusal.kind));
    }
  `);
  await openMessageBox(app);
  const kinds = () => panel.evaluate<string[]>('window.kinds');
  await expect.poll(kinds).toEqual(Array(99).fill('busy'));
  await app.answerQuestion('Cancel');
  await expect.poll(async () => (await kinds()).slice(99)).toEqual(['declined']);
  expect((await app.desktop()).questions).toHaveLength(3);
  expect(await settingsIn(userData)).not.toContain('touch');
  expect(existsSync(marker)).toBe(false);

  // Closing the panel cancels, and the next dialog can open.
  const set = (page: Page, command: string) =>
    page.evaluate(
      `void window.gpuTray.changePreferences({ terminalCommand: ${JSON.stringify(command)} })`,
    );
  await set(panel, 'alacritty {command}');
  await openMessageBox(app);
  await app.closePanel();
  await expect.poll(() => openMessageBoxes(app)).toEqual([]);
  await app.launchAgain();
  const reopened = await app.panel();
  await expect(reopened.getByRole('heading', { level: 1 })).toBeVisible();
  await set(reopened, 'kitty {command}');
  expect((await openMessageBox(app)).detail.split('\n')).toContain('kitty {command}');
  await app.answerQuestion('Allow');
  await expect.poll(() => settingsIn(userData)).toContain('"kitty {command}"');
  expect(await settingsIn(userData)).not.toContain('alacritty');

  // A save dialog stays above the panel too, and writes only where the user chose.
  const range = { from: '2026-11-01', to: '2026-11-12' };
  const exported = () =>
    reopened.evaluate<unknown>(`window.gpuTray.exportUsage(${JSON.stringify({ range })})`);
  const isChoosing = async () =>
    (await app.desktop()).saveDialogs.some(({ isOpen, window }) => isOpen && window !== null);
  const file = join(home, 'usage.csv');
  for (const path of [null, file]) {
    const answer = exported();
    await expect.poll(isChoosing).toBe(true);
    expect((await app.windows()).map(({ isVisible }) => isVisible)).toEqual([true]);
    await app.choosePath(path);
    expect(await answer).toEqual({ ok: true, value: { isSaved: path !== null } });
    expect(existsSync(file)).toBe(path !== null);
  }

  // The terminal is a shell script.
  if (process.platform === 'win32') return;
  const record = join(home, 'record');
  const terminal = join(home, 'my terminal');
  await writeFile(
    terminal,
    `#!/bin/sh\nprintf '%s\\n' "$@" > '${record}.new' && mv '${record}.new' '${record}'\n`,
  );
  await chmod(terminal, 0o755);
  await set(reopened, `"${terminal}" {command}`);
  await openMessageBox(app);
  await app.answerQuestion('Allow');
  const instance_label = `train-1'; touch ${marker}; '`;
  const { ip_address } = simulator.control.createVm({ instance_label, status: 'running' });
  await reopened.evaluate('void gpuTray.refresh({ accountId: null })');
  const vmLabel = async () =>
    (await menuLabels(app)).find((label) => label.startsWith('train-1')) ?? '';
  await expect.poll(vmLabel).not.toBe('');
  await app.clickMenu([await vmLabel(), 'Open in terminal']);
  const args = () => readFile(record, 'utf8').catch(() => '');
  await expect.poll(args).toMatch(new RegExp(`\n${String(ip_address)}\n$`));
  expect(await args()).toMatch(/^\/.*\/ssh\n/);
  expect(existsSync(marker)).toBe(false);
});
