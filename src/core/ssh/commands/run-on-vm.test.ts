import { expect, test } from 'vitest';
import { makeHost } from '../testing/make-host.ts';
import { problemOf, vmArguments } from './run-on-vm.ts';

test.each([
  [127, 'bash: nvidia-smi: command not found', 'noProgram'],
  [126, '', 'noProgram'],
  [9, 'NVIDIA-SMI has failed because it could not communicate with the driver', 'programFailed'],
  [null, '', 'programFailed'],
  [255, 'ubuntu@203.0.113.7: Permission denied (publickey).', 'denied'],
  [255, 'Permission denied (publickey,password).', 'denied'],
  [255, 'Permission denied (gssapi-with-mic,password).', 'denied'],
  [255, 'Permission denied (password,keyboard-interactive).', 'passwordOnly'],
  [255, 'Received disconnect from 203.0.113.7: Too many authentication failures', 'denied'],
  [255, 'Host key verification failed.', 'hostKey'],
  [
    255,
    'No ED25519 host key is known for gpu-tray-vm-1 and you have requested strict checking.',
    'hostKey',
  ],
  [255, 'ssh: connect to host 203.0.113.7 port 22: Connection timed out', 'timeout'],
  [255, 'Connection timed out during banner exchange', 'timeout'],
  [255, 'ssh: connect to host 203.0.113.7 port 22: Connection refused', 'unreachable'],
  [255, 'kex_exchange_identification: Connection closed by remote host', 'unreachable'],
])('exit code %s with %j: %s', (exitCode, errors, problem) => {
  expect(problemOf(exitCode, errors)).toBe(problem);
});

const HOST = makeHost({ hostKeyAlias: 'gpu-tray-vm-1' });

const argumentsWith = (platform: NodeJS.Platform, folder: string) =>
  vmArguments(HOST, {
    ...{
      folder,
      configFile: `${folder}/config`,
      home: '/home/lea',
      accountHome: '/home/lea',
      platform,
    },
    ...{ isIncluded: true, configArguments: [] },
  }) ?? [];

const sharingWith = (platform: NodeJS.Platform, folder: string) =>
  argumentsWith(platform, folder).filter((word) => word.startsWith('Control'));

test('the connection is shared where ssh can, by a socket in our folder', () => {
  const long = `/Users/${'a'.repeat(32)}/.ssh/gpu-tray`;
  for (const folder of ['/home/lea/.ssh/gpu-tray', long])
    expect(sharingWith('darwin', folder)).toEqual([
      'ControlMaster=auto',
      expect.stringMatching(/^ControlPath=\S+\/\.ssh\/gpu-tray\/load-[0-9a-f]{12}$/),
      'ControlPersist=150',
    ]);
  expect(sharingWith('darwin', `${long}${'b'.repeat(30)}`)).toEqual([
    'ControlMaster=no',
    'ControlPath=none',
  ]);
  expect(sharingWith('win32', 'C:\\Users\\lea\\.ssh\\gpu-tray')).toEqual([]);
});

test('forwards neither the agent nor a port or display, runs nothing else, and asks nothing', () => {
  expect(argumentsWith('linux', '/home/lea/.ssh/gpu-tray')).toEqual(
    expect.arrayContaining([
      ...['BatchMode=yes', 'ClearAllForwardings=yes', 'ForwardAgent=no', 'ForwardX11=no'],
      ...['PermitLocalCommand=no', 'RemoteCommand=none'],
    ]),
  );
});
