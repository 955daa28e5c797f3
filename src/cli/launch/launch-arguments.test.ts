import { expect, test } from 'vitest';
import { readArguments } from '../arguments.ts';

const URL_ARGS = ['--base-url', 'https://api.example.com'];
const LOGIN_ARGS = [...URL_ARGS, '--email', 'ada@example.com', '--password-stdin'];

function read(...argv: readonly string[]) {
  const command = readArguments(['launch', ...argv], 0);
  if (command.name !== 'launch') throw new Error(command.name);
  return command;
}

test('reads an order by the words of any provider', () => {
  const offer = ['--offer', 'vm03/4090/1/on_demand', '--provider', 'rental', '--bid=0.5'];
  expect(read(...offer)).toMatchObject({
    ...{ credential: null, provider: 'rental', isConfirmed: false, hasPassword: false },
    order: { offer: 'vm03/4090/1/on_demand', bid: 0.5, gpu: null, terms: null, auth: null },
  });
  const machine = ['--gpu', 'h100', '--image=a/b:1', '--disk-gb=80', '--rental=reserved'];
  expect(read(...machine, '--months=3', '--node=vm1').order).toMatchObject({
    ...{ gpu: 'h100', image: 'a/b:1', diskGb: 80, terms: 'reserved', months: 3, node: 'vm1' },
  });
});

test.each([
  [[], false],
  [['--auth=password'], true],
] as const)(
  'with an email, the password is that of the account; with %j the one of the VM follows',
  (more, hasPassword) => {
    const credential = { kind: 'login', email: 'ada@example.com' };
    expect(read('--gpu=4090', ...LOGIN_ARGS, ...more)).toMatchObject({ credential, hasPassword });
  },
);

test.each<[string[], string]>([
  [[], 'launch requires an offer: --offer, --gpu, --like or --preset.'],
  [['--gpu=a', '--gpu-count=x'], '--gpu-count is not a whole number'],
  [['--gpu=a', '--bid=0'], '--bid is not a number'],
  [['--gpu=a', '--rental=spot'], '--rental is not one of on_demand, interruptible, reserved.'],
  [['--gpu=a', '--auth=password'], '--auth password requires --password-stdin.'],
  [['--gpu=a', '--auth=ssh_key', '--password-stdin'], 'Use either --auth ssh_key or'],
  [['--gpu=a', '--offer=b'], 'Use either --offer or --gpu, not both.'],
  [['--gpu=a', '--ssh-key=b', '--ssh-key-id=c'], 'Use either --ssh-key or --ssh-key-id'],
  [['--gpu=a', ...URL_ARGS, '--email=a@b.c'], 'Pass one credential'],
  [['--gpu=a', ...LOGIN_ARGS, '--api-key-stdin'], 'Pass one credential'],
  [['--gpu=a', ...URL_ARGS], 'Pass one credential'],
  [['--like=a', '--preset=b'], 'Use either --like or --preset, not both.'],
])('%j', (argv, message) => {
  expect(() => read(...argv)).toThrow(message);
});
