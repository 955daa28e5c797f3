import { writeSync } from 'node:fs';

// Imported first into a process that is measured: reports its CPU time (ms) and memory (MB) at its end.

process.on('exit', () => {
  const { user, system } = process.cpuUsage();
  const usage = { 'ms CPU': (user + system) / 1_000, MB: process.resourceUsage().maxRSS / 1_024 };
  writeSync(3, JSON.stringify(usage));
});
