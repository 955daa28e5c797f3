import { readFileSync, writeSync } from 'node:fs';

// Imported first into a process that is measured: reports its CPU time (ms) and memory (MB) at its end.

/** KiB. On Linux `maxRSS` is at least that of the parent when it started this process (getrusage(2)). */
function mostMemory() {
  if (process.platform !== 'linux') return process.resourceUsage().maxRSS;
  return Number(/^VmHWM:\s+(\d+) kB$/m.exec(readFileSync('/proc/self/status', 'utf8'))?.[1]);
}

process.on('exit', () => {
  const { user, system } = process.cpuUsage();
  writeSync(3, JSON.stringify({ 'ms CPU': (user + system) / 1_000, MB: mostMemory() / 1_024 }));
});
