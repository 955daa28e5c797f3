import { describe, expect, test } from 'vitest';
import { EMPTY_DRAFT, FIELD_MESSAGES } from '../../shared/domain/vm-order.ts';
import { readArguments as read } from '../arguments.ts';
import { invalidOrder } from '../options.ts';

const readArguments = (argv: readonly string[]) => read(argv, 0);

const URL_ARGS = ['--base-url', 'https://api.example.com'];
const LOGIN_ARGS = [...URL_ARGS, '--email', 'ada@example.com', '--password-stdin'];

const ORDER_ARGS = [
  '--node=vm1',
  '--gpu-type=4090',
  '--gpu-count=1',
  '--storage-gb=50',
  '--template=100',
];

describe('launch', () => {
  test('reads an order, and completes that of --like', () => {
    const read = (...argv: string[]) => {
      const command = readArguments(['launch', ...argv]);
      if (command.name !== 'launch') throw new Error(command.name);
      return command;
    };
    const like = { ...EMPTY_DRAFT, node: 'vm9', gpuType: '5090', rental: 'reserved' };
    const plain = read(...ORDER_ARGS);
    expect(plain).toMatchObject({ credential: null, isConfirmed: false, hasPassword: false });
    expect(plain.order(like)).toMatchObject({ node: 'vm1', rental: 'on_demand' });
    const likeOther = read('--like', 'a', '--months=3', '--password-stdin', '--yes', '--account=b');
    expect(likeOther).toMatchObject({ account: 'b', isConfirmed: true, hasPassword: true });
    const key = { ...like, sshKeyId: 'key', months: '6' };
    expect(read('--preset', 'a', '--rental=on_demand', '--password-stdin').order(key)).toEqual({
      ...{ ...like, rental: 'on_demand', login: 'password' },
    });
    expect(likeOther.order(like)).toEqual({ ...like, months: '3', login: 'password' });
  });

  test.each([
    [[], false, 'ssh_key'],
    [['--auth=password'], true, 'password'],
  ] as const)(
    'with an email, the password is that of the account; with %j the one of the VM follows',
    (more, hasPassword, login) => {
      const command = readArguments(['launch', ...ORDER_ARGS, ...LOGIN_ARGS, ...more]);
      const credential = { kind: 'login', email: 'ada@example.com' };
      expect(command).toMatchObject({ credential, hasPassword });
      expect(command.name === 'launch' && command.order(EMPTY_DRAFT).login).toBe(login);
    },
  );

  test.each<[string[], string]>([
    [
      ['--gpu-count=3', '--storage-gb=20'],
      [
        `--node: ${FIELD_MESSAGES.node}`,
        `--gpu-type: ${FIELD_MESSAGES.gpuType}`,
        `--gpu-count: ${FIELD_MESSAGES.gpuCount}`,
        `--storage-gb: ${FIELD_MESSAGES.storageGb}`,
        `--template: ${FIELD_MESSAGES.template}`,
      ].join('\n'),
    ],
    [[...ORDER_ARGS, '--rental=reserved'], `--months: ${FIELD_MESSAGES.months}`],
    [[...ORDER_ARGS, '--auth=password'], `--password-stdin: ${FIELD_MESSAGES.password}`],
    [[...ORDER_ARGS, ...URL_ARGS, '--email=a@b.c'], 'Use --email and --password-stdin together.'],
    [[...ORDER_ARGS, ...LOGIN_ARGS, '--api-key-stdin'], 'Use either --api-key-stdin or --email'],
    [[...ORDER_ARGS, ...LOGIN_ARGS, '--account=a'], 'Use either --account or'],
    [[...ORDER_ARGS, '--api-key-stdin', '--account=a', ...URL_ARGS], 'Use either --account or'],
    [[...ORDER_ARGS, ...URL_ARGS], '--base-url requires a credential'],
    [['--like=a', '--preset=b'], 'Use either --like or --preset, not both.'],
    [[...ORDER_ARGS, '--watch'], 'launch has no option --watch.'],
  ])('%j', (argv, message) => {
    const read = () => {
      const command = readArguments(['launch', ...argv]);
      // Thrown once it is known that the provider can launch.
      if (command.name === 'launch' && command.errors) throw invalidOrder(command.errors);
    };
    expect(read).toThrow(message);
  });
});
