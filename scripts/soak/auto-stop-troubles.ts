import { HOUR_MS, MINUTE_MS } from '../../src/shared/format/index.ts';
import type { AutoStops, Box } from './auto-stop-fleet.ts';
import type { Chance } from './chance.ts';

/** Hinders the programs. Returns, as a function, its end, apart from faults and programs that do not run. */
export type Trouble = (box: Box, ms: number) => unknown;

export function troublesOf(autoStops: AutoStops, chance: Chance) {
  const { programs, control, time, judge, boxes, record, computer, receiver, kill } = autoStops;

  /** Only the app has a desktop that tells it. */
  async function sleepFor(ms: number, meanwhile = () => {}): Promise<void> {
    await programs.event('app', 'suspended');
    computer.isAwake = false;
    time.sleep(ms / 2);
    meanwhile();
    time.sleep(ms / 2);
    await programs.pass(true);
    await programs.event('app', 'resumed');
    computer.isAwake = true;
    // From then on, idle times are counted anew.
    computer.troubledUntil = time.now();
  }

  async function jump(aheadMs: number): Promise<void> {
    computer.aheadMs = aheadMs;
    // Before the user does anything in them.
    await programs.pass();
    judge.jumped(time.now());
    autoStops.messages.jumped();
  }

  const receiverIs = (state: Parameters<typeof receiver.become>[0]) => {
    receiver.become(state);
    return () => receiver.become('up');
  };

  return {
    record(box) {
      const lie = { ...record(box), status: chance.pick(['stopped', 'destroyed', 'interrupted']) };
      const other = boxes.find((each) => each !== box);
      const body = chance.pick([lie, other && record(other), null]);
      const fault =
        body === null
          ? ({ kind: 'status', status: 404 } as const)
          : ({ kind: 'answer', body } as const);
      control.addFault({ path: `/vms/${box.id}`, times: 100, fault });
    },
    list({ id }) {
      const vms = control.vms().map((vm) => (vm.id === id ? { ...vm, status: 'stopped' } : vm));
      const fault = { kind: 'answer', body: vms } as const;
      control.addFault({ path: '/vms', query: { limit: '500' }, times: 100, fault });
    },
    refusal({ id }) {
      const fault = { kind: 'status', status: 500, detail: 'node busy' } as const;
      control.addFault({ path: `/machines/${id}`, times: 2, fault });
    },
    lostAnswer({ id }) {
      control.addFault({ path: `/machines/${id}`, times: 1, fault: { kind: 'drop-answer' } });
    },
    async clock() {
      await jump(chance.pick([-90, -7, 7, 90]) * MINUTE_MS);
      return async () => {
        if (chance.random() < 0.5) await jump(0);
      };
    },
    sleep: (_, ms) => sleepFor(ms * 4),
    otherRun: (box) =>
      sleepFor(HOUR_MS, () => {
        if (record(box)?.status !== 'running') return;
        control.setVm(box.id, { status: 'stopped' });
        autoStops.startBox(box);
      }),
    interruption(box) {
      if (record(box)?.status === 'running') control.setVm(box.id, { status: 'interrupted' });
      return () => {
        if (record(box)?.status === 'interrupted') control.setVm(box.id, { status: 'running' });
      };
    },
    restart: () => programs.stop(chance.pick(programs.names())),
    /** Neither runs: nothing stops a VM until the next start. */
    async bothOff(_, ms) {
      for (const name of programs.names())
        await (chance.random() < 0.5 ? programs.stop(name) : kill(name));
      time.sleep(ms);
      await autoStops.startAll();
    },
    killActing: () => kill(),
    killOther: () => kill(programs.names().find((name) => name !== programs.acting())),
    /** The service carries out the next stop; its sender is killed before it has an answer. */
    killAtStop() {
      autoStops.killsAt.stop = true;
    },
    /** Its end comes during a sleep, and nobody was told before. */
    async killAtStopAfterSleep() {
      autoStops.killsAt.stop = true;
      autoStops.clearFaults();
      return sleepFor(HOUR_MS);
    },
    killAtMessage() {
      autoStops.killsAt.message = true;
    },
    async offline() {
      for (const name of programs.names()) await programs.event(name, 'offline');
      return async () => {
        for (const name of programs.names()) await programs.event(name, 'online');
      };
    },
    receiverFull: () => receiverIs('full'),
    receiverBroken: () => receiverIs('broken'),
    async receiverDown() {
      receiver.become('down');
      await autoStops.pass(HOUR_MS / 2);
      const waited = programs.said()?.waiting ?? 0;
      await autoStops.pass(HOUR_MS / 2);
      if (waited > 0 && programs.said()?.isLate === false)
        autoStops.messages.wrong(time.now(), 'nothing says that messages wait');
      return () => receiver.become('up');
    },
    receiverSlow() {
      computer.answerMs = 8_000;
      return () => {
        computer.answerMs = 0;
      };
    },
  } satisfies Record<string, Trouble>;
}
