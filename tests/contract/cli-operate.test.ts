import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { runInProcess, withKey } from './command-line.ts';
import { simulate, temporaryFolder } from './fixtures.ts';
import { keychainUser } from './users.ts';

// `gpu-tray profile`, `start`, `stop` and `destroy` with a stored account.

const PROFILE = join(import.meta.dirname, '../../simulator/profile.json');

test('stops a VM only with a profile and a confirmation, and says what the service did', async () => {
  const sim = await simulate({ vms: 0 });
  const user = await keychainUser();
  await user.loginWithKey(sim, sim.credentials[0].apiKeys.read_write);
  sim.control.createVm({ instance_label: 'scratch', status: 'running' });
  const status = () => sim.control.vms()[0]?.status;

  expect(await user.run(['stop', 'scratch', '--yes'])).toMatchObject({
    code: 2,
    stderr: expect.stringContaining('GPU Tray needs a service profile to stop VMs of'),
  });
  const broken = join(await temporaryFolder(), 'profile.json');
  await writeFile(broken, '{"operations":{"stop":{"method":"PUT","path":"/../{vm_id}"}}}');
  expect(await user.run(['profile', '--set', broken])).toMatchObject({
    code: 2,
    stderr: expect.stringMatching(/^operations\.stop\.path must be a path below the service URL/),
  });
  expect(await user.run(['profile', '--check', PROFILE])).toMatchObject({
    ...{ code: 0, stdout: 'The profile is valid.\n' },
  });
  expect((await user.run(['profile', '--set', PROFILE])).stdout).toMatch(
    /^Set the service profile of \S+\. Operations: start, stop, destroy\.\n$/,
  );
  expect(JSON.parse((await user.run(['profile'])).stdout)).toHaveProperty('operations.stop.method');

  expect(await user.run(['stop', 'scratch'])).toMatchObject({
    ...{ code: 2, stderr: expect.stringContaining('Pass --yes to stop without a confirmation.') },
  });
  expect(status()).toBe('running');
  const stopped = await user.run(['stop', 'gpu-scratch', '--yes', '--json']);
  expect([stopped.code, JSON.parse(stopped.stdout)]).toEqual([
    0,
    {
      vm: {
        ...{ id: sim.control.vms()[0]?.id, alias: 'gpu-scratch', label: 'scratch' },
        account: new URL(sim.baseUrl).host,
        accountName: 'GPU rental',
        provider: 'rental',
      },
      ...{ operation: 'stop', outcome: 'accepted' },
    },
  ]);
  expect(status()).toBe('stopping');
  sim.control.advance(60);
  expect((await user.run(['stop', 'scratch', '--yes', '--wait'])).stdout).toBe(
    'gpu-scratch has stopped.\n',
  );
  expect((await user.run(['autostop', 'scratch', '4h'])).stdout).toMatch(
    /^gpu-scratch: Stops .* at .*, in 4 h\. If this computer is asleep or offline/,
  );
  expect(JSON.parse(await user.settings())).toHaveProperty('autoStops.0.limit.kind', 'time');
  expect((await user.run(['autostop', 'scratch', 'off'])).stdout).toBe(
    'gpu-scratch has no auto-stop.\n',
  );
  expect((await user.run(['profile', '--remove'])).code).toBe(0);
  expect((await user.run(['profile'])).stdout).toBe('No service profile is set.\n');
});

test('operates a VM of a given account as a given profile says, and stores nothing', async () => {
  const sim = await simulate({ vms: 0 });
  const vm = sim.control.createVm({ instance_label: 'scratch', status: 'running' });
  const key = sim.credentials[0].apiKeys.read_write;
  const given = [...withKey(sim), '--profile', PROFILE];
  const status = () => sim.control.vms()[0]?.status;

  expect(await runInProcess(['stop', 'scratch', ...given], key)).toMatchObject({
    ...{ code: 2, stderr: expect.stringContaining('Pass --yes') },
  });
  expect(await runInProcess(['stop', 'other', ...given, '--yes'], key)).toMatchObject({
    ...{ code: 2, stderr: 'No VM matches "other". See gpu-tray status.\n' },
  });
  const onlyStart = join(await temporaryFolder(), 'profile.json');
  await writeFile(onlyStart, '{"operations":{"start":{"method":"PUT","path":"/on/{vm_id}"}}}');
  const without = [...withKey(sim), '--profile', onlyStart, '--yes'];
  expect(await runInProcess(['stop', 'scratch', ...without], key)).toMatchObject({
    code: 2,
    stderr: expect.stringContaining('needs a service profile to stop VMs of'),
  });
  expect(status()).toBe('running');
  const stopped = await runInProcess(['stop', 'scratch', ...given, '--yes', '--json'], key);
  expect([stopped.code, JSON.parse(stopped.stdout)]).toEqual([
    0,
    {
      vm: {
        ...{ id: vm.id, alias: null, label: 'scratch', account: new URL(sim.baseUrl).host },
        ...{ accountName: 'GPU rental', provider: 'rental' },
      },
      ...{ operation: 'stop', outcome: 'accepted' },
    },
  ]);
  expect(status()).toBe('stopping');
  const refused = await runInProcess(
    ['destroy', vm.id, ...given, '--yes'],
    sim.credentials[0].apiKeys.read_only,
  );
  expect([refused.code, status()]).toEqual([3, 'stopping']);
  expect(refused.stderr).toContain('create an API key with write access');
});
