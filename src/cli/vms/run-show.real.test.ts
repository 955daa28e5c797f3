import { expect, test } from 'vitest';
import { commandSetup, HEALTHY, pipe } from '../testing/setups.ts';

const VM = {
  id: '0f9d2c4e-1111-4222-8333-444455556666',
  vmid: 107,
  user_id: 3,
  node: 'vm02',
  instance_label: 'train-1',
  gpu_type: '4090',
  gpu_count: 2,
  storage_gb: 200,
  ram_gb: 128,
  cpu_cores: 32,
  ip_address: '192.0.2.7',
  status: 'running',
  created_at: '2026-03-01T11:00:00Z',
  started_at: '2026-03-01T11:02:00Z',
  stopped_at: null,
  rental_type: 'on_demand',
  reservation_id: null,
  auto_restart: false,
  hourly_rate: 0.78,
  gpu_hourly_rate: 0.7,
  storage_hourly_rate: 0.08,
  cpu_percent: 12.5,
  ram_percent: 40,
  cpu_model: 'EPYC 7543',
  pcie_gen: '4.0',
};

const SPEND = {
  total_per_hour: 0.83,
  vms: [
    {
      ...{ vm_id: VM.id, gpu_cost_per_hour: 0.7, storage_cost_per_hour: 0.1 },
      ...{ network_cost_per_hour: 0.03, total_cost_per_hour: 0.83 },
    },
  ],
};

const ANSWERS = {
  ...HEALTHY,
  '/vms': () => Response.json([VM, { ...VM, id: 'other', vmid: 108, instance_label: 'Copy' }]),
  '/billing/current-spend': () => Response.json(SPEND),
};

async function show(typed: string, options: readonly string[] = [], answers = ANSWERS) {
  const { run } = await commandSetup(answers);
  const given = ['--base-url', 'https://api.example.com', '--api-key-stdin'];
  return run(['show', typed, ...given, ...options], pipe('a-key\n'));
}

test.each(['train-1', '107', VM.id])('shows every field of the VM %s', async (typed) => {
  const { exitCode, out, errors } = await show(typed);
  expect([exitCode, errors]).toEqual([0, '']);
  expect(out).toBe(`train-1  running
  Account          example
  Billed now       $0.83/h
  Log in           ssh 192.0.2.7
Price
  When running     $0.78/h
  When stopped     —
  GPU              $0.70/h
  Storage          $0.10/h
  Network          $0.03/h
Machine
  GPU type         4090
  GPUs             2
  GPU load         —
  CPU              EPYC 7543
  CPU cores        32
  CPU load         12.5%
  RAM              128 GB
  RAM in use       40%
  Storage          200 GB
  IP address       192.0.2.7
  PCIe generation  4.0
  Node             vm02
  Rental           on demand
  Reservation      —
  Owner            3
  Number           107
Times
  Created          2026-03-01T11:00:00Z
  Started          2026-03-01T11:02:00Z
  Stopped          —
  Contract ends    —
  Auto-restart     no
Names
  Label            train-1
  ID               ${VM.id}
  Status           running
`);
});

test('prints it as one object', async () => {
  const { out } = await show('copy', ['--json']);
  expect(JSON.parse(out)).toMatchObject({
    account: { id: 'command-line', name: 'example', label: 'api.example.com', provider: 'rental' },
    vm: { id: 'other', vmid: 108, userId: 3, label: 'Copy', pcieGen: '4.0', billedPerHour: 0.78 },
  });
});

test.each([
  ['lost', ANSWERS, 2, /^No VM matches "lost"/],
  [
    'train-1',
    { ...ANSWERS, '/vms': () => Response.json({ detail: 'Invalid key' }, { status: 401 }) },
    3,
    /API key/,
  ],
])('does not find %s in some answers', async (typed, answers, code, message) => {
  const { exitCode, out, errors } = await show(typed, [], answers);
  expect([exitCode, out]).toEqual([code, '']);
  expect(errors).toMatch(message);
});
