import { expect } from 'vitest';
import { parseAutoStop } from '../../../src/shared/auto-stop/parse-auto-stop.ts';
import { figuresOf } from '../../../src/shared/usage/figures.ts';
import type { Behavior } from './behaviors.ts';
import type { Own } from './own.ts';

/** Stopped by one request, which nothing is left of. */
function expectStopped(own: Own, stops: number): void {
  expect([own.phase(), own.stopsSent()]).toEqual(['stopped', stops]);
  expect([own.pending(), own.autoStops(), own.state().notice]).toEqual([null, 0, null]);
}

/** What ends a VM's run. */
export const STOPPING = {
  async 'stop by us'(own) {
    const rate = () => figuresOf(own.state()).ratePerHour;
    const running = rate();
    expect(await own.stop()).toBeNull();
    await own.pass(3);
    expectStopped(own, 1);
    // Only its disk is billed.
    expect(rate()).toBeLessThan((running ?? 0) / 2);
    expect(own.titles()).toEqual([]);
  },
  async 'destroy by us'(own) {
    expect(await own.operate('destroy')).toBeNull();
    await own.pass(5);
    expect(own.phase() ?? 'destroyed').toBe('destroyed');
    expect([own.pending(), own.state().notice]).toEqual([null, null]);
  },
  async 'stop by another client'(own) {
    own.control.setVm(own.vmId, { status: 'stopped' });
    await own.pass(3);
    expectStopped(own, 0);
    expect(own.state().recentEvents[0]).toMatchObject({ what: 'has stopped' });
  },
  async 'lost answer to a stop'(own) {
    const fault = own.failStop({ kind: 'drop-answer' });
    expect(await own.stop()).toBeNull();
    await own.pass(5);
    expect(fault.hits()).toBe(1);
    expectStopped(own, 1);
    expect(own.titles()).toEqual([]);
  },
  async 'stop answered with 403'(own) {
    own.failStop({ kind: 'status', status: 403, detail: 'This key may only read.' });
    expect(await own.stop()).toMatch(/^forbidden \| /);
    expect([own.phase(), own.pending()]).toEqual(['running', null]);
  },
  async 'stop answered with 409'(own) {
    const fault = own.failStop({ kind: 'status', status: 409, detail: 'It is being moved' });
    expect(await own.stop()).toContain('It is being moved');
    await own.pass(3);
    expect([own.phase(), own.pending(), fault.hits()]).toEqual(['running', null, 1]);
  },
  async 'auto-stop at a time'(own) {
    await own.setAutoStop('20m');
    const endsAt = own.time.now() + 20 * 60_000;
    await own.pass(15);
    expect([own.phase(), own.autoStops()]).toEqual(['running', 1]);
    // The button of the warning.
    const { action } = own.notifications[0]?.buttons?.[0] ?? {};
    const when = action?.kind === 'setAutoStop' ? action.input.when : null;
    const later = new Date(endsAt + 60 * 60_000).setSeconds(0, 0);
    expect(parseAutoStop(when ?? '', own.time.now())).toEqual({ kind: 'time', at: later });
    await own.pass(10);
    expectStopped(own, 1);
    expect(own.titles()).toEqual([expect.stringMatching(/^train stops at \d\d:\d\d$/)]);
  },
  /** What the key may do is not known before, so that the next try may succeed. */
  async 'auto-stop after a 403'(own) {
    const fault = own.failStop({ kind: 'status', status: 403, detail: 'This key may only read.' });
    await own.setAutoStop('20m');
    await own.pass(23);
    expect(own.titles()).toContain('train is not stopped');
    const refused = own.stopsSent();
    fault.clear();
    await own.pass(12);
    expectStopped(own, refused + 1);
  },
  async 'auto-stop when idle'(own) {
    own.control.setVm(own.vmId, { cpu_percent: 1, ram_percent: 2 });
    await own.setAutoStop('idle 15m');
    await own.pass(10);
    expect([own.phase(), own.autoStops()]).toEqual(['running', 1]);
    // Longer than a load may be unknown.
    await own.pass(22);
    expectStopped(own, 1);
  },
  /** Of the account, for VMs without an auto-stop of their own. One that was removed does not come back in that run. */
  async 'idle stop by default'(own) {
    own.control.setVm(own.vmId, { cpu_percent: 1, ram_percent: 2 });
    const { accountId, vmId } = own;
    const change = { accountId, idleStopMs: 36 * 60_000 };
    await own.answer(own.application().requests.changeAccount(change));
    // Longer than a load may be unknown.
    await own.pass(32);
    expect([own.phase(), own.autoStops()]).toEqual(['running', 1]);
    await own.setAutoStop(null);
    await own.restart();
    await own.pass(40);
    expect([own.phase(), own.autoStops(), own.stopsSent()]).toEqual(['running', 0, 0]);
    for (const status of ['stopped', 'running']) {
      own.control.setVm(vmId, { status });
      await own.pass(3);
    }
    expect(own.autoStops()).toBe(1);
    await own.pass(42);
    expectStopped(own, 1);
  },
  async 'auto-stop at a spend'(own) {
    const perHour = figuresOf(own.state()).ratePerHour;
    await own.setAutoStop(`spend ${((perHour ?? 0) / 4).toFixed(2)}`);
    await own.pass(10);
    expect([own.phase(), own.autoStops()]).toEqual(['running', 1]);
    await own.pass(15);
    expectStopped(own, 1);
  },
} as const satisfies Readonly<Record<string, Behavior>>;
