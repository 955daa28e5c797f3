import fc from 'fast-check';
import { expect, test } from 'vitest';
import { inStatus } from '../../../shared/domain/testing/records.ts';
import { ServiceError } from '../../providers/index.ts';
import { autoStopWorld } from './testing/auto-stop-world.ts';

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;

const NETWORK = new ServiceError({ kind: 'network' });
const FAILED = new ServiceError({ kind: 'server', status: 500, retryAt: null });
const STATUSES = ['stopped', 'destroyed', 'interrupted', 'stopping', 'running', 'failed', null];

type World = ReturnType<typeof autoStopWorld>;
type Fault = (own: World, minutes: number) => unknown;

const said =
  (source: 'list' | 'record', status: string | null): Fault =>
  ({ says }) => {
    says[source] = (vm) => (status === null ? null : { ...vm, ...inStatus(status) });
  };
const ofEach = <T>(name: string, values: readonly T[], fault: (value: T) => Fault) =>
  Object.fromEntries(values.map((value) => [`${name} ${value}`, fault(value)]));

/** What goes wrong for some minutes. One source at a time: where all agree on a lie, nothing can be known. */
const FAULTS: Readonly<Record<string, Fault>> = {
  none() {},
  ...ofEach('list', STATUSES, (status) => said('list', status)),
  ...ofEach('record', STATUSES, (status) => said('record', status)),
  offline: ({ says }) => Object.assign(says, { record: () => NETWORK }),
  refused: ({ says }) => Object.assign(says, { stop: () => FAILED }),
  restart: (own, minutes) => own.restart(minutes * MINUTE),
  sleep(own, minutes) {
    own.sleep();
    own.clock.setWall(minutes * HOUR);
    own.wake();
  },
  ...ofEach('clock', [-24, -1, 1, 24], (hours) => (own) => own.clock.setWall(hours * HOUR)),
};

const faultArb = fc.record({
  kind: fc.constantFrom(...Object.keys(FAULTS)),
  minutes: fc.constantFrom(0.5, 1, 3, 20),
});

test.each([true, false])(
  'whatever list, record and clock say, a VM is stopped after the end of its auto-stop, or its user is notified',
  async (canStop) => {
    const faults = fc.array(faultArb, { minLength: 1, maxLength: 12 });
    const property = fc.asyncProperty(faults, async (sequence) => {
      const own = autoStopWorld('1h', { canStop });
      await own.pass(MINUTE);
      for (const { kind, minutes } of sequence) {
        const honest = { ...own.says };
        await FAULTS[kind]?.(own, minutes);
        await own.pass(minutes * MINUTE);
        Object.assign(own.says, honest);
        // Until what was read meanwhile is read again.
        await own.pass(3 * MINUTE);
      }
      for (let left = 3 * HOUR; left > 0 && own.autoStop() !== undefined; left -= 10 * MINUTE)
        await own.pass(10 * MINUTE, 2 * MINUTE);
      // Long enough for notifications that would follow its end.
      await own.pass(20 * MINUTE, 2 * MINUTE);
      const titles = own.titles().filter((title) => !title.includes(' stops at '));
      expect(own.autoStop()).toBeUndefined();
      const what = canStop ? 'auto-stop' : 'reminder';
      const ends = RegExp(`^(The ${what} of train has ended|Time to stop train)$`);
      const isNotified = titles.some((title) => ends.test(title));
      expect(isNotified || own.truth().status === 'stopped').toBe(true);
      const isClockTrue = !sequence.some(({ kind }) => kind.startsWith('clock'));
      if (canStop && isClockTrue) expect(own.truth().status).toBe('stopped');
      expect(titles.length).toBeLessThan(6);
      const isTimeTrue = isClockTrue && !sequence.some(({ kind }) => kind === 'sleep');
      const endsAt = Date.UTC(2026, 0, 1) + HOUR;
      if (isTimeTrue && canStop) expect(own.sent[0]).toBeGreaterThanOrEqual(endsAt);
    });
    await fc.assert(property, { numRuns: 25 });
  },
);
