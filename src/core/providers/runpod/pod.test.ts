import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { parsed } from '../testing/parsed.ts';
import { podSchema } from './pod.ts';
import { PLANTED, STOPPED, sentPod } from './testing/pods.ts';

const pod = (change: Readonly<Record<string, unknown>> = {}) => parsed(podSchema, sentPod(change));

const PRICE = { perHour: 0.44, isAtLeast: false };
const NETWORK = { mounts: { network: [{ volumeId: 'v', path: '/data' }] } };
const VOLUME = { perHour: 20 * (0.2 / 730), isAtLeast: true };

describe('a pod', () => {
  test('has the mark at the end of its name', () => {
    expect(pod({ name: 'train-gt-a1b2c3d4' })).toMatchObject({ mark: 'a1b2c3d4' });
    expect(pod({ name: 'train-gt-a1b2c3d4-2' })).toMatchObject({ mark: null });
    expect(pod()).toMatchObject({ mark: null });
  });

  test.each<[string, string, object, boolean]>([
    ['train-gt-a1b2c3d4', 'RUNNING', {}, true],
    ['train-gt-a1b2c3d4', 'RUNNING', { PUBLIC_KEY: '' }, true],
    ['train-gt-a1b2c3d4', 'RUNNING', { PUBLIC_KEY: 'ssh-ed25519 AAAA' }, false],
    ['train-gt-a1b2c3d4', 'STARTING', {}, false],
    ['train', 'RUNNING', {}, false],
  ])('%s, %s, with %j: of ours without an SSH key: %s', (name, status, env, isKeyless) => {
    expect(pod({ name, status, env }).note !== undefined).toBe(isKeyless);
  });

  test('is read as a VM', () => {
    expect(pod()).toMatchObject({
      id: 'pod1',
      label: 'train-1',
      facts: { Location: 'US-KS-2', Locked: 'no' },
      gpuType: 'RTX 4090',
      gpuCount: 2,
      storageGb: 20,
      phase: 'running',
      status: 'running',
      rates: { now: PRICE, running: PRICE, stopped: VOLUME },
      gpuPercents: [94, 0],
      cpuPercent: 45,
      ramPercent: 12,
      ipAddress: '203.0.113.9',
      login: { host: '203.0.113.9', port: 34446, user: 'root', isShellOnly: false },
      hasRunKeys: true,
      operations: ['stop', 'destroy'],
    });
  });

  test('that has its id as its name has no label', () => {
    expect(pod({ name: 'pod1' }).label).toBeNull();
  });

  test('has the load of 64 GPUs at most', () => {
    const gpus = Array(100_000).fill({ util: 1 });
    expect(pod({ runtime: { gpus } }).gpuPercents).toHaveLength(64);
  });

  test.each([
    ['PROVISIONING', 'creating'],
    ['STARTING', 'starting'],
    ['EXITED', 'stopped'],
    ['ERROR', 'failed'],
    ['TERMINATED', 'destroyed'],
    ['MIGRATING', 'unknown'],
    ['running', 'unknown'],
    ['constructor', 'unknown'],
  ])('with the status %s is %s', (status, phase) => {
    const shown = phase === 'unknown' ? status : phase;
    expect(pod({ status })).toMatchObject({ phase, status: shown });
  });

  test('has the shell of the proxy where no port is published', () => {
    const { ssh } = sentPod();
    expect(pod({ ssh: { ...ssh, direct: null } })).toMatchObject({
      ipAddress: null,
      login: { host: 'ssh.runpod.io', port: 22, user: 'pod1-64411eb2', isShellOnly: true },
      hasRunKeys: false,
    });
    const mounts = { persistent: { path: '/', sizeGb: 20 } };
    expect(pod({ mounts }).hasRunKeys).toBe(false);
    expect(pod({ ssh: { proxy: null, direct: null } }).login).toBeNull();
  });

  test.each([
    ['with a volume costs its list price', {}, VOLUME],
    ['without a volume has an unknown cost', { mounts: {} }, null],
    ['with a network volume has an unknown cost', NETWORK, null],
  ])('that is stopped %s', (_, change, rate) => {
    const { rates } = pod({ ...STOPPED, ...change });
    expect(rates).toMatchObject({ now: rate, running: null, stopped: rate });
  });

  test.each([
    [
      { status: 'TERMINATED', cost: 0 },
      { perHour: 0, isAtLeast: false },
    ],
    [{ cost: 0 }, null],
    [{ cost: -1 }, null],
    [NETWORK, { perHour: 0.44, isAtLeast: true }],
  ])('with %j costs %j', (change, now) => {
    expect(pod(change).rates.now).toEqual(now);
  });

  test.each([
    ['a volume', {}, ['/workspace'], [], ['Deletes its volume.']],
    ['a network volume', NETWORK, ['/data'], ['/data'], ['Keeps its network volume.']],
    ['no volume', { mounts: {} }, [], [], []],
  ])('with %s says what a stop and a termination keep', (_, change, stopped, destroyed, notes) => {
    const { stop, destroy } = pod(change).effects ?? {};
    expect(stop?.keeps.map(({ path }) => path)).toEqual(stopped);
    expect(stop?.notes).toEqual(['The GPU may not be available when you restart.']);
    expect(destroy?.keeps.map(({ path }) => path)).toEqual(destroyed);
    expect(destroy?.notes).toEqual(notes);
  });

  test.each([
    ['of a cluster has none', { cluster: { id: 'cluster1', rank: 0 } }, [], /^Its cluster is/],
    ['that is locked cannot be stopped', { locked: true }, ['destroy'], /^It is locked/],
    ['that is stopped can be started', STOPPED, ['start', 'destroy']],
    ['with unknown actions has those known', { actions: ['nap', 'stop', 7] }, ['stop']],
    ['without a list has none', { actions: null }, []],
  ])('%s: operations', (_, change, operations, reason?: RegExp) => {
    expect(pod(change).operations).toEqual(operations);
    expect(pod(change).refusals?.stop).toEqual(reason && expect.stringMatching(reason));
  });

  test.each([
    [{ id: 'NVIDIA A40', count: 4 }, 4],
    [{ id: 'NVIDIA A40' }, 1],
    [{ id: 'NVIDIA A40', count: '4' }, null],
    // Neither a GPU nor a CPU.
    [null, null],
  ])('with the GPU %j has %s', (gpu, gpuCount) => {
    expect(pod({ gpu }).gpuCount).toBe(gpuCount);
  });

  test('without a GPU has the cores and the memory of its CPU', () => {
    const { gpu, ...cpuPod } = sentPod({ cpu: { id: 'cpu5c', vcpuCount: 4, memory: 16 } });
    expect(parsed(podSchema, cpuPod)).toMatchObject({
      gpuType: null,
      gpuCount: 0,
      cpuCores: 4,
      ramGb: 16,
      cpuModel: 'cpu5c',
      effects: { stop: { notes: [] } },
    });
  });

  test('carries none of its secrets', () => {
    const read = JSON.stringify(pod({ ports: PLANTED, template: PLANTED[0] }));
    for (const secret of PLANTED) expect(read).not.toContain(secret);
  });

  test('is read with any other types', () => {
    const broken = fc.dictionary(fc.constantFrom(...Object.keys(sentPod())), fc.jsonValue());
    fc.assert(
      fc.property(broken, (change) => {
        const vm = pod({ ...change, id: 'pod1', status: 'RUNNING' });
        expect(vm.id).toBe('pod1');
        expect(vm.rates.now?.perHour).not.toBe(0);
      }),
    );
  });
});
