import { readFileSync } from 'node:fs';
import { expect, onTestFinished } from 'vitest';
import { startSimulator } from '../../simulator/index.ts';
import type { ArmedOrder } from '../../src/core/ssh/index.ts';
import { armedMachine } from './armed-machine.ts';
import { makeVm } from './make-vm.ts';
import { freeEndpoint } from './sshd.ts';
import { makeUser } from './user.ts';

export const RUNPOD = readFileSync('src/core/providers/runpod/stop-from-inside.sh', 'utf8');
export const VAST = readFileSync('src/core/providers/vast/stop-from-inside.sh', 'utf8');

const SCRIPTS = { runpod: RUNPOD, vast: VAST } as const;

const ORDER: ArmedOrder = {
  number: 1,
  computer: 'Lea’s MacBook',
  limit: { kind: 'time', ms: 600_000 },
  isTried: false,
};

interface ArmedVmOptions
  extends Pick<Parameters<typeof armedMachine>[0], 'shell' | 'without' | 'cgroup'> {
  readonly provider?: keyof typeof SCRIPTS;
}

/** A user with the real ssh, and a VM at a simulated provider. */
export async function armedVm({ provider = 'runpod', ...options }: ArmedVmOptions) {
  const user = await makeUser();
  const simulator = await startSimulator({ provider });
  onTestFinished(() => simulator.close());
  // Neither locked nor a member of a cluster.
  const pod = simulator.control.createVm({ status: 'running' });
  const key = simulator.credentials[0].apiKeys.read_write;
  const endpoint = await freeEndpoint();
  const machine = await armedMachine({
    ...{ ...options, provider, key, id: pod.id, url: simulator.baseUrl },
    ...{ parent: user.folder, userKey: user.key, endpoint },
  });
  const { address, port } = endpoint;
  const login = { user: null, port, identityFile: user.key.file };
  const [host] = await user.update([makeVm('one', { address, login })]);
  if (host === undefined) throw new Error('no host was written');
  const { armed } = user.ssh;
  const script = SCRIPTS[provider];
  const never = new AbortController().signal;
  onTestFinished(async () => {
    const { requests } = simulator.control.state();
    expect(requests.undocumented).toEqual([]);
    await user.ssh.gpus.close(host);
  });
  return {
    ...{ ...machine, host, simulator, pod, key },
    arm: (order: Partial<ArmedOrder>) => armed.arm(host, script, { ...ORDER, ...order }, never),
    read: () => armed.read(host, script, never),
    clear: () => armed.clear(host, script, never),
    disconnect: () => user.ssh.gpus.close(host),
    /** Status of each stop call. */
    stops: () =>
      simulator.control
        .state()
        .requests.log.filter(({ method }) => method !== 'GET')
        .map(({ status }) => status),
  };
}

export type ArmedVm = Awaited<ReturnType<typeof armedVm>>;
