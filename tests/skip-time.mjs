// JavaScript, since removing types would be a third of a process's time. Imported first into a process: at each SIGUSR2 its clocks
// and timers are 5 s further, as if it had waited. Sockets and other processes are not.

const SKIPPED_MS = 5_000;

let skipped = 0;
/** Calls and due times of the timers that were not called yet, in the order in which they were set. */
const waiting = new Map();
const { now } = Date;
const { hrtime } = process;
const { setTimeout, clearTimeout } = globalThis;
const elapsed = performance.now.bind(performance);

Date.now = () => now() + skipped;
performance.now = () => elapsed() + skipped;
process.hrtime = Object.assign(() => {
  const [seconds, nanoseconds] = hrtime();
  return [seconds + skipped / 1_000, nanoseconds];
}, hrtime);
globalThis.setTimeout = Object.assign((run, ms = 0, ...args) => {
  const call = () => {
    waiting.delete(timer);
    run(...args);
  };
  const timer = setTimeout(call, ms);
  waiting.set(timer, { call, dueAt: Date.now() + ms });
  return timer;
}, setTimeout);
globalThis.clearTimeout = (timer) => {
  waiting.delete(timer);
  clearTimeout(timer);
};

process.on('SIGUSR2', () => {
  skipped += SKIPPED_MS;
  const due = [...waiting].filter(([, { dueAt }]) => dueAt <= Date.now());
  for (const [timer, { call }] of due.toSorted(([, a], [, b]) => a.dueAt - b.dueAt)) {
    if (!waiting.has(timer)) continue;
    clearTimeout(timer);
    call();
  }
});
