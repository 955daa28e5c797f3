import { expect, test } from './panel-test.ts';
import { STATES } from './states.ts';

const HOUR = 3_600_000;

test('a default is set after a question that names the VMs, and ends at once', async ({
  page,
  panel,
}) => {
  await panel.open(STATES.live, { kind: 'accounts' });
  const choice = page.getByLabel('Stop idle VMs after');
  await choice.selectOption('1 h');
  const dialog = page.getByRole('alertdialog', {
    name: 'Stop idle VMs of lea@example.com after 1 h?',
  });
  // The service has no profile, so that GPU Tray cannot stop them.
  await expect(dialog).toContainText('Reminder only: train-llama');
  await expect(dialog).toContainText('Also stops VMs that others run');
  await dialog.getByRole('button', { name: 'Cancel' }).click();
  expect(await panel.requests()).toEqual([]);
  const [account] = STATES.live.accounts;
  const can = ['stop'] as const;
  await panel.become({ ...STATES.live, accounts: account ? [{ ...account, can }] : [] });
  await choice.selectOption('1 h');
  await expect(dialog).toContainText(/Now: .*train-llama.* stops once idle for 1 h/);
  await dialog.getByRole('button', { name: 'Stop idle VMs' }).click();
  await expect(dialog).toBeHidden();
  const accounts = account ? [{ ...account, can, turnedOn: { idleStopMs: HOUR } }] : [];
  await panel.become({ ...STATES.live, accounts });
  await expect(choice).toHaveValue(String(HOUR));
  await choice.selectOption('Off');
  await expect.poll(panel.requests).toEqual(
    [HOUR, null].map((idleStopMs) => ({
      name: 'changeAccount',
      input: { accountId: 'a1', idleStopMs },
    })),
  );
});

test('an auto-stop of the default says where it comes from, and is removed for the run', async ({
  page,
  panel,
}) => {
  const [account] = STATES.live.accounts;
  const vm = STATES.live.snapshots['a1']?.vms.value?.vms.find(
    ({ label }) => label === 'train-llama',
  );
  if (account === undefined || vm === undefined) throw new Error('the scene has changed');
  const limit = { kind: 'idle', ms: HOUR, since: 0 } as const;
  const autoStop = {
    kind: 'stop',
    accountId: 'a1',
    vmId: vm.id,
    name: 'train-llama',
    limit,
    from: 'default',
  } as const;
  await panel.open({
    ...STATES.live,
    accounts: [{ ...account, can: ['stop'] }],
    autoStops: { [`a1/${vm.id}`]: autoStop },
  });
  await page.getByText('train-llama').click();
  const section = page.getByRole('region', { name: 'Auto-stop' });
  await expect(section).toContainText('Set by its account’s default.');
  await section.getByRole('button', { name: 'Keep running' }).click();
  await expect.poll(panel.requests).toContainEqual({
    name: 'setAutoStop',
    input: { accountId: 'a1', vmId: vm.id, when: null },
  });
});
