import { describe, expect, test } from 'vitest';
import { ACTING_PROGRAMS, type ActingProgram } from '../../../src/shared/acting/acting.ts';
import { type Held, MINUTE, startHeld } from './held.ts';

// One list of behaviors over what may act on a settings folder: the app and `gpu-tray watch`.

const HOUR = 60 * MINUTE;
const SECOND = 1_000;
/** Minutes until an auto-stop ends: it is announced 10 min before. */
const STOP = 15;

const otherOf = (name: ActingProgram): ActingProgram => (name === 'app' ? 'watch' : 'app');

/** The VM runs until its end, and was stopped once, or by itself. */
async function expectOver(own: Held, stops: number): Promise<void> {
  expect([own.status(), own.stops(), await own.autoStops()]).toEqual(['stopped', stops, 0]);
}

const LATE =
  /train was stopped\. Its auto-stop was due .*, and it was stopped (8|9) h( \d+ min)? later, which cost about \$\d+\.\d\d\./;
const KEEPS = /keeps billing/;

type Behavior = (own: Held, name: ActingProgram) => Promise<void>;

const ENDS = / train stops at \d\d:\d\d/;
const BY_ITSELF = /train (stopped itself at \d\d:\d\d|is stopped\. It was set)/;

const BEHAVIORS = {
  async 'with the computer asleep the VM stops itself, as armed'(own, name) {
    const holder = await own.start(name);
    await own.arm(60);
    await own.pass(2);
    holder.sleep(() => {
      own.time.sleep(58 * MINUTE);
      own.becomes('stopped');
      own.time.sleep(9 * HOUR);
    });
    await own.pass(5);
    await expectOver(own, 0);
    // The summary has the stop, too, where the record was read before the list.
    const others = own.told.filter((text) => !text.includes('While you were away'));
    expect(others).toEqual([expect.stringMatching(BY_ITSELF)]);
  },
  async 'with the other program closed it stops the VM'(own, name) {
    const other = await own.start(otherOf(name));
    await own.start(name);
    await own.setAutoStop(STOP);
    await own.pass(3);
    await other.quit();
    await own.pass(STOP);
    await expectOver(own, 1);
    expect(own.told).toEqual([expect.stringMatching(ENDS)]);
  },
  async 'with neither it stops the VM at the next start, and reports what that cost'(own, name) {
    const holder = await own.start(name);
    await own.setAutoStop(STOP);
    await own.pass(2);
    await holder.quit();
    own.time.sleep(9 * HOUR);
    await own.start(name);
    await own.pass(5);
    await expectOver(own, 1);
    expect(own.told).toEqual([expect.stringMatching(LATE)]);
  },
  async 'asleep without an armed VM it stops it after the sleep, and reports what that cost'(
    own,
    name,
  ) {
    const holder = await own.start(name);
    await own.setAutoStop(STOP);
    await own.pass(10);
    own.told.length = 0;
    holder.sleep(() => own.time.sleep(9 * HOUR));
    await own.pass(5);
    await expectOver(own, 1);
    // The reminder before the sleep.
    expect(own.told.filter((text) => !KEEPS.test(text))).toEqual([expect.stringMatching(LATE)]);
  },
  async 'another client stops in the second of its stop: told once, without an alarm'(own, name) {
    await own.start(name);
    await own.setAutoStop(STOP);
    own.says.beforeStop = () => own.becomes('stopped');
    await own.pass(STOP + 12);
    await expectOver(own, 1);
    // As a change of the VM, which `watch` prints as that.
    const stopped = name === 'app' ? [expect.stringMatching(/train has stopped\./)] : [];
    expect(own.told).toEqual([expect.stringMatching(ENDS), ...stopped]);
  },
  async 'no stop is sent to a run that began after the VM stopped itself'(own, name) {
    await own.start(name);
    const at = await own.arm(STOP);
    await own.time.pass(at - own.time.now());
    own.becomes('stopped');
    await own.time.pass(SECOND);
    own.becomes('running');
    await own.pass(20);
    expect([own.status(), own.stops(), await own.autoStops()]).toEqual(['running', 0, 0]);
    expect(own.told).toEqual([
      expect.stringMatching(ENDS),
      expect.stringMatching(/The auto-stop of train has ended/),
    ]);
  },
  async 'no second stop is sent to a run that another client began meanwhile'(own, name) {
    await own.start(name);
    await own.setAutoStop(STOP);
    // Refused: it is stopped already.
    own.says.beforeStop = () => own.becomes('stopped');
    own.says.afterStop = () => own.becomes('running');
    await own.pass(STOP + 12);
    expect([own.status(), own.stops(), await own.autoStops()]).toEqual(['running', 1, 0]);
    expect(own.told.slice(1)).toEqual([expect.stringMatching(/The auto-stop of train has ended/)]);
  },
  async 'killed in the second of its stop: another one takes over, one stop is sent'(own, name) {
    const holder = await own.start(name);
    await own.start(otherOf(name));
    await own.setAutoStop(STOP);
    let killed: Promise<void> | null = null;
    own.says.afterStop = () => {
      killed ??= holder.kill();
    };
    await own.pass(STOP + 12);
    await killed;
    await expectOver(own, 1);
    expect(own.told).toEqual([
      expect.stringMatching(ENDS),
      expect.stringMatching(new RegExp(`^${otherOf(name)}: train was stopped`)),
    ]);
  },
} as const satisfies Readonly<Record<string, Behavior>>;

/** What a take-over and a late stop do is the same whoever holds the folder. */
const OF_EITHER: readonly string[] = [
  'no stop is sent to a run that began after the VM stopped itself',
  'no second stop is sent to a run that another client began meanwhile',
  'killed in the second of its stop: another one takes over, one stop is sent',
] satisfies (keyof typeof BEHAVIORS)[];

describe.each(ACTING_PROGRAMS)('%s', (name) => {
  const own = Object.entries<Behavior>(BEHAVIORS).filter(
    ([about]) => name === 'app' || !OF_EITHER.includes(about),
  );

  test.each(own)('%s', async (_, behavior) => {
    await behavior(await startHeld(), name);
  });
});

const failures = ({ receiver }: Held) =>
  receiver.received.filter((title) => title.includes('has failed'));

/** With messages to one receiver. */
const SENDING = {
  async 'a message that a killed one queued is sent once by the one that takes over'(own, name) {
    const holder = await own.start(name);
    await own.start(name);
    own.receiver.state.isDown = true;
    own.control.setVm(own.vmId, { status: 'failed' });
    await own.pass(3);
    expect(own.receiver.received).toEqual([]);
    await holder.kill();
    own.receiver.state.isDown = false;
    await own.time.pass(30 * SECOND);
    expect(failures(own)).toEqual(['train has failed']);
    await own.pass(20);
    expect(failures(own)).toEqual(['train has failed']);
  },
} as const satisfies Readonly<Record<string, Behavior>>;

describe.each(ACTING_PROGRAMS)('%s sends messages', (name) => {
  test.each(Object.entries<Behavior>(SENDING))('%s', async (_, behavior) => {
    await behavior(await startHeld(name), name);
  });
});
