import { readFileSync } from 'node:fs';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, onTestFinished } from 'vitest';
import { startSimulator } from '../../simulator/index.ts';
import { systemClock } from '../../src/core/clock.ts';
import { createTimerCalls } from '../../src/core/ssh/armed/armed-stops.ts';
import type { ArmedOrder, CallVm } from '../../src/core/ssh/index.ts';
import { makeHost } from '../../src/core/ssh/testing/make-host.ts';
import { armedMachine } from './armed-machine.ts';
import { makeKey } from './host-keys.ts';
import { makeVm } from './make-vm.ts';
import { residentShell } from './resident-shell.ts';
import { freeEndpoint, startSshd } from './sshd.ts';
import { makeUser } from './user.ts';

export const RUNPOD = readFileSync('src/core/providers/runpod/stop-from-inside.sh', 'utf8');
export const VAST = readFileSync('src/core/providers/vast/stop-from-inside.sh', 'utf8');

const SCRIPTS = { runpod: RUNPOD, vast: VAST } as const;

const ORDER: ArmedOrder = {
  number: 1,
  computer: 'Lea’s MacBook',
  limit: { kind: 'time', at: 100_000 },
  isTried: false,
};

type MachineOptions = Parameters<typeof armedMachine>[0];
type Machine = Awaited<ReturnType<typeof armedMachine>>;

interface ArmedVmOptions extends Pick<MachineOptions, 'without' | 'cgroup' | 'reading'> {
  readonly provider?: keyof typeof SCRIPTS;
}

/** An end is the time until then. */
const EPOCH = { now: () => 0 };

/** Commands run by the shell of the machine, without a login. */
function byShell({ folder, runScript }: Machine) {
  let count = 0;
  return createTimerCalls(async (_, { words: [, , , ...words], input = '' }) => {
    count += 1;
    const output = join(folder, `output-${count}`);
    return (await runScript(input, words, output)) === 0
      ? { output: await readFile(output, 'utf8') }
      : 'programFailed';
  }, EPOCH);
}

/** The real ssh of a user, and a real sshd of the machine. */
async function bySsh({ bin }: Machine) {
  const user = await makeUser('home', { ...systemClock, ...EPOCH });
  const endpoint = await freeEndpoint();
  await startSshd({
    ...{ folder: user.folder, endpoint, userKey: user.key },
    hostKey: makeKey(user.folder, 'host_key'),
    path: bin,
  });
  const { address, port } = endpoint;
  const login = { user: null, port, identityFile: user.key.file };
  const [host] = await user.update([makeVm('one', { address, login })]);
  if (host === undefined) throw new Error('no host was written');
  const disconnect = () => user.ssh.gpus.close(host);
  onTestFinished(disconnect);
  return { host, disconnect, callerOf: user.ssh.callerOf };
}

/** A host that the shell of a machine needs no address of. */
const NO_HOST = makeHost({ address: null });

/** VMs with that shell, one at a time, and the simulated providers that they share. */
export function armedVms(shell: MachineOptions['shell']) {
  const run = residentShell();
  const simulators = new Map<keyof typeof SCRIPTS, ReturnType<typeof startSimulator>>();
  afterAll(async () => {
    for (const simulator of simulators.values()) await (await simulator).close();
  });

  async function vmOf({ provider = 'runpod', ...options }: ArmedVmOptions) {
    const started =
      simulators.get(provider) ?? startSimulator({ provider, vms: 0, readsPerMinute: 1_000_000 });
    simulators.set(provider, started);
    const { control, credentials, baseUrl } = await started;
    const parent = await mkdtemp(join(tmpdir(), 'gpu-armed-'));
    onTestFinished(() => rm(parent, { recursive: true, force: true }));
    const sent = () => control.state().requests.log.filter(({ method }) => method !== 'GET');
    // Neither locked nor a member of a cluster.
    const pod = control.createVm({ status: 'running' });
    const before = sent().length;
    const key = credentials[0].apiKeys.read_write;
    const machine = await armedMachine({
      ...{ ...options, shell, run, provider, key, id: pod.id, url: baseUrl, parent },
    });
    onTestFinished(() => expect(control.state().requests.undocumented).toEqual([]));
    return {
      ...{ machine, control, pod, key, script: SCRIPTS[provider] },
      /** Status of each stop call, also of one for another VM. */
      stops: () =>
        sent()
          .slice(before)
          .map(({ status }) => status),
    };
  }

  function commands(call: CallVm) {
    const never = new AbortController().signal;
    return {
      arm: (order: Partial<ArmedOrder>) => call({ ...ORDER, ...order }, never),
      read: () => call('read', never),
      clear: () => call('clear', never),
    };
  }

  return {
    /**
     * Its commands are those of the application, run by its shell: a login for each would take most of the time, and the reading of
     * its record before it is armed a quarter of the rest.
     */
    async vm(options: ArmedVmOptions = {}) {
      const { machine, script, ...vm } = await vmOf({ reading: 200, ...options });
      return { ...vm, ...machine, ...commands(byShell(machine)(NO_HOST, script)) };
    },
    /** With a real sshd, and a user with the real ssh. */
    async vmWithLogin(options: ArmedVmOptions = {}) {
      const { machine, script, ...vm } = await vmOf(options);
      const { callerOf, host, disconnect } = await bySsh(machine);
      return { ...vm, ...machine, ...commands(callerOf(host, script)), disconnect };
    },
  };
}

export type ArmedVms = ReturnType<typeof armedVms>;
export type ArmedVm = Awaited<ReturnType<ArmedVms['vm']>>;
