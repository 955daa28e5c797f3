import { readFile } from 'node:fs/promises';
import { z } from 'zod';
import { GPU_QUERY } from '../../src/shared/gpu-load/gpu-query.ts';

// Stands in for nvidia-smi on the VMs of the demo. sshd runs it in place of each command, for the VM that the connection comes from.

const [, , urlFile = ''] = process.argv;
const { SSH_ORIGINAL_COMMAND: command = '', SSH_CONNECTION: connection = '' } = process.env;

const vms = z.array(
  z.looseObject({
    ip_address: z.string().nullable(),
    gpu_type: z.string(),
    gpu_count: z.number(),
    cpu_percent: z.number().nullable(),
    ram_percent: z.number().nullable(),
  }),
);

/** MiB. */
const MEMORY = new Map([
  ['5090', 32_607],
  ['pro6000', 97_887],
]);
const USUAL_MEMORY = 24_564;

if (command !== GPU_QUERY.join(' ')) {
  console.error('A VM of the demo runs nvidia-smi only.');
  process.exit(127);
}
const [address] = connection.split(' ');
const answer = await fetch(`${await readFile(urlFile, 'utf8')}/vms`);
const vm = vms.parse(await answer.json()).find(({ ip_address }) => ip_address === address);
const { cpu_percent: cpu, ram_percent: ram } = vm ?? { cpu_percent: null, ram_percent: null };
for (let index = 0; index < (vm?.gpu_count ?? 0); index += 1) {
  // As busy as the CPU, each GPU a little differently.
  const wave = 4 * Math.sin(Date.now() / 30_000 + index);
  const load = cpu === null || cpu < 5 ? 0 : Math.round(Math.min(100, Math.max(0, cpu + wave)));
  const total = MEMORY.get(vm?.gpu_type ?? '') ?? USUAL_MEMORY;
  const used = Math.round((total * (ram ?? 5)) / 100);
  console.log([index, load, used, total, 32 + Math.round(load / 3), 40 + 4.1 * load].join(', '));
}
