import { chmod, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { commandOf, kill, type VmShell } from './armed-machine.ts';
import { type ArmedVm, armedVms } from './armed-vm.ts';

const COMPUTER = {
  number: 1,
  computer: 'Lea’s MacBook',
  isProved: false,
  refused: null,
};
const OTHER = { number: 7, computer: 'tower' };
const CLEARED = { kind: 'cleared' };
const NONE = { kind: 'none' };

const time = (seconds: number) => ({ kind: 'time', at: seconds * 1000 }) as const;
const idle = (seconds: number) =>
  ({ kind: 'idle', ms: 120_000, since: 0 - seconds * 1000 }) as const;
const IDLE = idle(0);

/** A fault of that VM alone, since tests share the simulator. */
const stopCall = ({ pod }: ArmedVm) => ({ method: 'POST', path: `/v2/pods/${pod.id}/action` });

/** What the VM says of its limit. */
async function limitOf(vm: Pick<ArmedVm, 'read'>): Promise<unknown> {
  const answer = await vm.read();
  return answer.kind === 'armed' ? answer.armed.limit : answer;
}

/** What depends on the programs of the machine. A file for each shell runs them, side by side. */
export const armedBehaviors = (shell: VmShell) =>
  describe(`under ${shell}, a VM`, () => {
    const vms = armedVms(shell);

    test('is armed, read and cleared by ssh, and stops itself once all connections are closed', async () => {
      const vm = await vms.vmWithLogin();
      expect(await vm.read()).toEqual(NONE);
      await vm.arm({});
      const pid = await vm.pid();
      expect(await limitOf(vm)).toEqual(time(100));
      expect(await vm.clear()).toEqual(NONE);
      expect([await commandOf(pid), await vm.read()]).toEqual(['', CLEARED]);
      const armed = { ...COMPUTER, limit: time(100) };
      expect(await vm.arm({})).toEqual({ kind: 'armed', armed });
      await vm.disconnect();
      await vm.pass(99);
      expect(vm.stops()).toEqual([]);
      await vm.pass(1);
      expect(vm.stops()).toEqual([200]);
    });

    test('stops itself when it was idle without a break', async () => {
      const vm = await vms.vm();
      const armed = { ...COMPUTER, limit: idle(0) };
      expect(await vm.arm({ limit: IDLE })).toEqual({ kind: 'armed', armed });
      // The use of the CPU is known from the second sample on.
      await vm.pass(30);
      expect(await limitOf(vm)).toEqual(idle(20));
      for (const [name, busy, low] of [
        ['gpus', '0\n5', '0\n4'],
        ['gpus', '0', '0\n0'],
        ['gpus', '0\n[N/A]', '0\n0'],
        ['rate', '1000000', '900000'],
      ] as const) {
        await vm.note(name, `${busy}\n`);
        await vm.pass(10);
        expect([name, busy, await limitOf(vm)]).toEqual([name, busy, idle(0)]);
        await vm.note(name, `${low}\n`);
        await vm.pass(20);
        expect([name, low, await limitOf(vm)]).toEqual([name, low, idle(10)]);
      }
      // A pause of 70 s between two samples, twice.
      await vm.note('slowness', '7\n');
      await vm.pass(80);
      await vm.note('slowness', '1\n');
      await vm.pass(70);
      expect(await limitOf(vm)).toEqual(idle(0));
      await vm.pass(110);
      expect(vm.stops()).toEqual([]);
      await vm.pass(10);
      expect(vm.stops()).toEqual([200]);
    });

    test.each(['cgroup-1', 'none'] as const)('reads the use of its CPU from %s', async (cgroup) => {
      const vm = await vms.vm({ cgroup });
      await vm.arm({ limit: IDLE });
      await vm.pass(20);
      expect(await limitOf(vm)).toEqual(idle(10));
      await vm.note('rate', '1100000\n');
      await vm.pass(10);
      expect(await limitOf(vm)).toEqual(idle(0));
      await vm.note('rate', '900000\n');
      await vm.pass(20);
      expect(await limitOf(vm)).toEqual(idle(10));
      // What is not known is no idleness, and ends nothing.
      await vm.program('nproc', 'exit 1');
      await vm.note('cgroup-1/cpu/cpu.cfs_period_us', '0\n');
      await vm.pass(10);
      expect(await limitOf(vm)).toEqual(idle(0));
    });

    test('with a clock an hour fast, then an hour slow, counts from the last input', async () => {
      const vm = await vms.vm();
      // A busy VM, of which 60 s between two samples are no break.
      await vm.note('slowness', '6\n');
      const seconds = Date.now() / 1000;
      await vm.type(seconds + 3600);
      await vm.arm({ limit: IDLE });
      await vm.pass(60);
      await vm.type(seconds - 3600);
      await vm.pass(900);
      expect(await limitOf(vm)).toEqual(idle(0));
      await vm.pass(120);
      expect(await limitOf(vm)).toEqual(idle(60));
    });

    test.each(['runpod', 'vast'] as const)(
      'of %s takes no line inside a value for its id or key',
      async (provider) => {
        const vm = await vms.vm({ provider });
        const [id, key] =
          provider === 'runpod'
            ? (['RUNPOD_POD_ID', 'RUNPOD_API_KEY'] as const)
            : (['CONTAINER_ID', 'CONTAINER_API_KEY'] as const);
        const other = provider === 'runpod' ? 'another' : '424242';
        const text = `#!/bin/sh\n${id}=${other}\n${key}=stolen\n`;
        await vm.setVariables({ SCRIPT: text, [id]: String(vm.pod.id), [key]: vm.key });
        expect(await vm.arm({})).toMatchObject({ kind: 'armed' });
        await vm.pass(100);
        expect(vm.stops()).toEqual([200]);
        expect(await vm.text('arguments')).not.toContain(other);
        await vm.setVariables({ SCRIPT: text, [id]: `${vm.pod.id}\n`, [key]: vm.key });
        expect(await vm.arm({ number: 2 })).toEqual({ kind: 'lacks', what: 'key' });
      },
    );
  });

/** What the script decides by itself, under one shell. */
export const armedRules = (shell: VmShell) =>
  describe('a VM', () => {
    const vms = armedVms(shell);

    test.each(['runpod', 'vast'] as const)(
      'of %s stops itself at its time, and says until then when that is',
      async (provider) => {
        const vm = await vms.vm({ provider, reading: null });
        expect(await vm.read()).toEqual(NONE);
        const armed = { ...COMPUTER, limit: time(100) };
        expect(await vm.arm({})).toEqual({ kind: 'armed', armed });
        await vm.pass(99);
        expect(await limitOf(vm)).toEqual(time(1));
        expect(vm.stops()).toEqual([]);
        await vm.pass(1);
        expect(vm.stops()).toEqual([200]);
      },
    );

    test('whose timer is cleared a second before does not stop, and says so', async () => {
      const vm = await vms.vm();
      await vm.arm({});
      const pid = await vm.pid();
      await vm.pass(99);
      expect(await vm.clear()).toEqual(NONE);
      expect(await commandOf(pid)).toBe('');
      expect([await vm.read(), await vm.clear(), vm.stops()]).toEqual([CLEARED, NONE, []]);
    });

    test('without what it needs is not armed, and stays as it was', async () => {
      const vm = await vms.vm({ reading: null });
      await vm.arm({ number: 9 });
      const { id } = vm.pod;
      const lacks = (what: string) => ({ kind: 'lacks', what });
      await vm.setVariables({ RUNPOD_API_KEY: vm.key });
      expect(await vm.arm({})).toEqual(lacks('key'));
      await vm.setVariables({ RUNPOD_POD_ID: '../x', RUNPOD_API_KEY: vm.key });
      expect(await vm.arm({})).toEqual(lacks('key'));
      await vm.setVariables({ RUNPOD_POD_ID: id, RUNPOD_API_KEY: `${vm.key}"` });
      expect(await vm.arm({})).toEqual(lacks('key'));
      await vm.setVariables({ RUNPOD_POD_ID: id, RUNPOD_API_KEY: 'other' });
      expect(await vm.arm({})).toEqual({ kind: 'refused', status: 401 });
      await vm.setVariables({ RUNPOD_POD_ID: id, RUNPOD_API_KEY: vm.key });
      await vm.note('gpus', '[N/A]\n');
      expect(await vm.arm({ limit: IDLE })).toEqual(lacks('nvidia-smi'));
      await vm.note('gpus', '0\n');
      await vm.note('cgroup/cpu.stat', '\n');
      expect(await vm.arm({ limit: IDLE })).toEqual(lacks('cpu'));
      await vm.remove('bin/curl');
      expect(await vm.arm({})).toEqual(lacks('curl'));
      expect(await vm.read()).toMatchObject({ kind: 'armed', armed: { number: 9 } });
    });

    test('without a program or its own /proc is not armed, and says what is missing', async () => {
      const vm = await vms.vm();
      await vm.remove('uptime');
      expect(await vm.arm({})).toEqual({ kind: 'lacks', what: 'proc' });
      for (const name of ['tr', 'sleep', 'flock']) {
        await vm.remove(`bin/${name}`);
        expect(await vm.arm({})).toEqual({ kind: 'lacks', what: name });
      }
      expect(await vm.read()).toEqual(NONE);
    });

    test('whose key is tried says so, and is not armed where that is refused', async () => {
      const vm = await vms.vm({ provider: 'vast', reading: null });
      const proved = { kind: 'armed', armed: { isProved: true } };
      expect(await vm.arm({ isTried: true })).toMatchObject(proved);
      expect([await vm.read(), vm.stops()]).toMatchObject([proved, [200]]);
      const fault = { kind: 'status', status: 403 } as const;
      const path = `/api/v0/instances/${vm.pod.id}`;
      vm.control.addFault({ method: 'PUT', path, fault });
      const again = { number: 2, isTried: true };
      expect(await vm.arm(again)).toEqual({ kind: 'refused', status: 403 });
      expect(await vm.read()).toMatchObject({ armed: { number: 1 } });
      expect(await vm.arm({ number: 3 })).toMatchObject({ armed: { number: 3, isProved: false } });
      vm.control.clearFaults();
      vm.control.addFault({ method: 'PUT', path, fault: { ...fault, status: 429 } });
      const unknown = { armed: { number: 4, isProved: false } };
      expect(await vm.arm({ number: 4, isTried: true })).toMatchObject(unknown);
    });

    test('whose stop was sent since is armed without a trial, which would take that back', async () => {
      const vm = await vms.vm({ provider: 'vast', reading: null });
      vm.control.setVm(vm.pod.id, { status: 'stopping' });
      const armed = { kind: 'armed', armed: { isProved: false } };
      expect(await vm.arm({ isTried: true })).toMatchObject(armed);
      expect(vm.stops()).toEqual([]);
    });

    test('that was paused past its end does not stop what may be another run', async () => {
      const vm = await vms.vm();
      await vm.note('slowness', '4\n');
      await vm.arm({});
      await vm.pass(239);
      expect(await limitOf(vm)).toEqual(time(0));
      await vm.passToEnd(10_240);
      await expect.poll(() => vm.read()).toEqual(NONE);
      expect(vm.stops()).toEqual([]);
    });

    test('that was paused between two stop calls sends no other one', async () => {
      const vm = await vms.vm();
      await vm.arm({});
      await vm.pass(99);
      await vm.note('slowness', '14\n');
      await vm.pass(1);
      expect(vm.stops()).toEqual([200]);
      await vm.pass(139);
      await vm.passToEnd(10_240);
      await expect.poll(() => vm.read()).toEqual(NONE);
      expect(vm.stops()).toEqual([200]);
    });

    test('sends its stop until it is accepted, and says what was answered', async () => {
      const vm = await vms.vm();
      await vm.arm({});
      const fault = { kind: 'status', status: 503 } as const;
      const { clear } = vm.control.addFault({ ...stopCall(vm), fault });
      await vm.pass(100);
      expect(await vm.read()).toEqual({
        kind: 'armed',
        armed: { ...COMPUTER, limit: time(0), refused: 503 },
      });
      const again = { ...COMPUTER, number: 2, limit: time(100) };
      expect(await vm.arm({ number: 2 })).toEqual({ kind: 'armed', armed: again });
      await vm.pass(130);
      expect(vm.stops()).toEqual([503, 503, 503, 503]);
      clear();
      await vm.pass(39);
      expect(vm.stops()).toEqual([503, 503, 503, 503]);
      await vm.pass(1);
      expect(vm.stops()).toEqual([503, 503, 503, 503, 200]);
      expect(await vm.clear()).toEqual({ kind: 'late' });
    });

    test('that is disarmed during its stop call says so', async () => {
      const vm = await vms.vm();
      await vm.arm({});
      vm.control.addFault({ ...stopCall(vm), fault: { kind: 'stall-before-headers' } });
      void vm.pass(100).catch(() => {});
      await expect.poll(() => vm.stops()).toEqual([null]);
      expect(await vm.arm({ number: 2 })).toEqual({ kind: 'late' });
      expect(await vm.read()).toEqual(NONE);
    });

    test('that is disarmed after a stop call without an answer says so: it may have been taken', async () => {
      const vm = await vms.vm();
      await vm.arm({});
      const fault = { kind: 'drop-connection' } as const;
      const { clear } = vm.control.addFault({ ...stopCall(vm), fault });
      await vm.pass(100);
      expect(await vm.read()).toMatchObject({ kind: 'armed', armed: { refused: 0 } });
      clear();
      vm.control.addFault({ ...stopCall(vm), fault: { kind: 'status', status: 503 } });
      await vm.pass(10);
      expect(await vm.read()).toMatchObject({ kind: 'armed', armed: { refused: 503 } });
      expect(await vm.clear()).toEqual({ kind: 'late' });
      expect([await vm.read(), vm.stops()]).toEqual([NONE, [null, 503]]);
    });

    test('whose process ended is not armed, whatever its files say, and can be armed again', async () => {
      const vm = await vms.vm();
      await vm.arm({});
      kill(await vm.pid());
      expect(await vm.read()).toEqual(NONE);
      // The id of another process, as after a restart.
      await vm.note('tmp/holder', `${process.pid} 1 a-b-c\n`);
      expect(await vm.read()).toEqual(NONE);
      expect(await vm.arm({ number: 2 })).toMatchObject({ kind: 'armed', armed: { number: 2 } });
      await vm.pass(100);
      expect(vm.stops()).toEqual([200]);
    });

    test('whose timer nobody can see any more does not stop', async () => {
      const vm = await vms.vm();
      await vm.arm({});
      const pid = await vm.pid();
      await vm.pass(50);
      await vm.remove('tmp');
      await vm.passToEnd(10_100, Promise.resolve(pid));
      expect(vm.stops()).toEqual([]);
    });

    test('has one timer, which the last writer of several computers sets', async () => {
      const raced = await vms.vm();
      await raced.arm({});
      const first = await raced.pid();
      const both = await Promise.all([raced.arm({ ...OTHER }), raced.arm({ number: 2 })]);
      expect(both).toMatchObject([{ armed: OTHER }, { armed: { number: 2 } }]);
      expect(await commandOf(first)).toBe('');
      // The process that lost ends at its next look, and would take the sign that time passes from the other one.
      const vm = await vms.vm();
      await vm.arm({});
      const limit = { kind: 'time', at: 150_000 } as const;
      expect(await vm.arm({ ...OTHER, limit })).toMatchObject({ kind: 'armed', armed: OTHER });
      await vm.pass(149);
      expect([vm.stops(), await limitOf(vm)]).toEqual([[], time(1)]);
      await vm.clear();
      expect([await vm.arm({}), await vm.read()]).toMatchObject([
        { kind: 'armed' },
        { kind: 'armed', armed: { computer: COMPUTER.computer } },
      ]);
    });

    test('with a timer of an earlier version says when it ends, and it can be cleared or replaced', async () => {
      for (const next of ['clear', 'arm'] as const) {
        const vm = await vms.vm();
        await vm.arm({});
        const [number = '', , ...words] = (await vm.text('tmp/armed')).trim().split(' ');
        // The process of that version has its own order, with an id of the computer.
        const former = [number, '6f1c0d52-0000-4000-8000-000000000001', ...words].join(' ');
        await vm.note('tmp/armed', `${former}\n`);
        expect(await vm.read()).toEqual({
          kind: 'armed',
          armed: { ...COMPUTER, limit: time(100) },
        });
        expect(await (next === 'clear' ? vm.clear() : vm.arm({ number: 2 }))).toMatchObject(
          next === 'clear' ? NONE : { kind: 'armed', armed: { number: 2 } },
        );
      }
    });

    test('whose folder others can write to is not armed', async () => {
      const vm = await vms.vm();
      await vm.arm({});
      for (const mode of [0o720, 0o702]) {
        await chmod(join(vm.folder, 'tmp'), mode);
        expect(await vm.read()).toEqual({ kind: 'lacks', what: 'folder' });
        expect(await vm.arm({ number: 2 })).toEqual({ kind: 'lacks', what: 'folder' });
      }
      await chmod(join(vm.folder, 'tmp'), 0o700);
      expect(await vm.read()).toMatchObject({ kind: 'armed', armed: { number: 1 } });
    });

    test('without curl stops itself with runpodctl, in its newer and its older form', async () => {
      const vm = await vms.vm({ without: ['curl'] });
      await vm.program('runpodctl', 'echo "$*" >>runpodctl; [ "$2" = pod ]');
      expect(await vm.arm({})).toMatchObject({ kind: 'armed' });
      await vm.pass(100);
      const { id } = vm.pod;
      expect(await vm.text('runpodctl')).toBe(
        `pod get ${id}\nget pod ${id}\npod stop ${id}\nstop pod ${id}\n`,
      );
      await writeFile(join(vm.folder, 'other'), '');
      await vm.remove('tmp');
      await symlink(vm.folder, join(vm.folder, 'tmp'));
      expect(await vm.arm({})).toEqual({ kind: 'lacks', what: 'folder' });
    });
  });
