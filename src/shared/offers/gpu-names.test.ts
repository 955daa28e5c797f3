import { expect, test } from 'vitest';
import { gpuOf, isGpu, soldGb } from './gpu-names.ts';

const nameOf = (text: string, vramGb: number | null = null) => {
  const gpu = gpuOf(text, vramGb);
  return gpu && [gpu.family, gpu.form, gpu.vramGb].filter((part) => part !== null).join(' · ');
};

test.each([
  // RunPod
  ['NVIDIA H100 80GB HBM3', 80, 'H100 · SXM · 80'],
  ['NVIDIA H100 PCIe', 80, 'H100 · PCIe · 80'],
  ['NVIDIA H100 NVL', 94, 'H100 · NVL · 94'],
  ['NVIDIA H200', 141, 'H200 · SXM · 141'],
  ['NVIDIA H200 NVL', 143, 'H200 · NVL · 141'],
  ['NVIDIA B200', 180, 'B200 · 180'],
  ['NVIDIA B300 SXM6 AC', 288, 'B300 · 288'],
  ['NVIDIA A100-SXM4-80GB', 80, 'A100 · SXM · 80'],
  ['NVIDIA A100 80GB PCIe', 80, 'A100 · PCIe · 80'],
  ['NVIDIA L40S', 48, 'L40S · 48'],
  ['NVIDIA GeForce RTX 3090 Ti', 24, 'RTX 3090 Ti · 24'],
  ['NVIDIA GeForce RTX 4080 SUPER', 16, 'RTX 4080 SUPER · 16'],
  ['NVIDIA RTX 6000 Ada Generation', 48, 'RTX 6000 Ada · 48'],
  ['NVIDIA RTX 4000 SFF Ada Generation', 20, 'RTX 4000 SFF Ada · 20'],
  ['NVIDIA RTX A6000', 48, 'RTX A6000 · 48'],
  ['NVIDIA RTX PRO 6000 Blackwell Server Edition', 96, 'RTX PRO 6000 · Server · 96'],
  ['NVIDIA RTX PRO 6000 Blackwell Workstation Edition', 96, 'RTX PRO 6000 · Workstation · 96'],
  ['NVIDIA RTX PRO 6000 Blackwell Max-Q Workstation Edition', 96, 'RTX PRO 6000 · Max-Q · 96'],
  ['NVIDIA RTX PRO 4500 Blackwell', 32, 'RTX PRO 4500 · 32'],
  ['Tesla V100-SXM2-32GB', null, 'V100 · SXM · 32'],
  ['AMD Instinct MI300X OAM', 192, 'MI300X · 192'],
  // The memory of an H100 tells its form only where no word does, and that of others never.
  ['H100 94GB HBM3 NVL', null, 'H100 · NVL · 94'],
  ['H800 80GB HBM3', null, 'H800 · 80'],
  // Vast, with the VRAM that drivers report
  ['H100 SXM', 81_559 / 1024, 'H100 · SXM · 80'],
  ['H100_PCIE', 81_559 / 1024, 'H100 · PCIe · 80'],
  ['H200', 143_771 / 1024, 'H200 · SXM · 141'],
  ['GH200 SXM', 97_871 / 1024, 'GH200 · 96'],
  ['A100 SXM4', 40_960 / 1024, 'A100 · SXM · 40'],
  ['A100 SXM', 81_920 / 1024, 'A100 · SXM · 80'],
  ['A100 PCIE', 40_536 / 1024, 'A100 · PCIe · 40'],
  ['A100X', 80, 'A100X · 80'],
  ['L4', 23_034 / 1024, 'L4 · 24'],
  ['RTX 4090', 24_564 / 1024, 'RTX 4090 · 24'],
  ['RTX 4090', 49_140 / 1024, 'RTX 4090 · 48'],
  ['RTX 4090D', 24_564 / 1024, 'RTX 4090D · 24'],
  ['RTX 4080S', 16, 'RTX 4080 SUPER · 16'],
  ['RTX 4070S Ti', 16, 'RTX 4070 Ti SUPER · 16'],
  ['GTX 1080 Ti', 11, 'GTX 1080 Ti · 11'],
  ['RTX 6000Ada', 48, 'RTX 6000 Ada · 48'],
  ['Q RTX 6000', 24, 'Quadro RTX 6000 · 24'],
  ['RTX PRO 6000 S', 96, 'RTX PRO 6000 · Server · 96'],
  ['RTX PRO 6000 WS', 96, 'RTX PRO 6000 · Workstation · 96'],
  ['RTX PRO 6000', 96, 'RTX PRO 6000 · 96'],
  ['Tesla V100', 16, 'V100 · 16'],
  // Lambda
  ['gpu_8x_h100_sxm5', null, 'H100 · SXM'],
  ['H100 (80 GB SXM5)', null, 'H100 · SXM · 80'],
  ['gpu_1x_h100_pcie', null, 'H100 · PCIe'],
  ['gpu_8x_a100_80gb_sxm4', null, 'A100 · SXM · 80'],
  ['gpu_1x_a100', null, 'A100'],
  ['A10 (24 GB PCIe)', null, 'A10 · 24'],
  ['B200 (180 GB SXM6)', null, 'B200 · 180'],
  ['gpu_4x_a6000', null, 'RTX A6000'],
  ['gpu_1x_rtx6000', null, 'Quadro RTX 6000'],
  ['RTX 6000 (24 GB)', null, 'Quadro RTX 6000 · 24'],
  // The rental service
  ['4090', null, 'RTX 4090'],
  ['pro6000', null, 'RTX PRO 6000'],
  // Unknown
  ['Imaginary RTX 9999', 24, null],
  ['Example GPU (40 GB SXM4)', null, null],
  ['RTX 4090 modified', 48, null],
  ['RTX 3060 laptop', 6, null],
  ['NVIDIA RTX PRO 6000 Blackwell Server Edition MIG 1g.24gb', null, null],
  ['H1000', null, null],
  ['', null, null],
  [`RTX 4090${' '.repeat(100)}D`, 24, null],
])('calls %s with %s GB %s', (text, vramGb, name) => {
  expect(nameOf(text, vramGb)).toBe(name);
});

test.each([
  ['h100', ['H100 SXM', 'H100 PCIE', 'H100 NVL', 'NVIDIA H100 80GB HBM3'], ['H200', 'GH200 SXM']],
  ['8xH100', ['H100 SXM'], ['H200']],
  ['2x4090', ['RTX 4090'], ['RTX 4090D']],
  ['h100 sxm', ['H100 SXM', 'NVIDIA H100 80GB HBM3'], ['H100 PCIE', 'H100 NVL']],
  ['H200', ['H200', 'H200 NVL'], ['GH200 SXM']],
  ['4090', ['RTX 4090', 'NVIDIA GeForce RTX 4090'], ['RTX 4090D', 'RTX 4090 laptop', 'RTX 4080']],
  ['rtx4090 d', ['RTX 4090D'], ['RTX 4090']],
  ['3090', ['RTX 3090'], ['RTX 3090 Ti']],
  ['1080', ['GTX 1080'], ['GTX 1080 Ti', 'GTX 1080 laptop']],
  ['4080 super', ['RTX 4080S', 'GeForce RTX 4080 SUPER'], ['RTX 4080']],
  ['a100 80', ['A100-SXM4-80GB', 'A100 80GB PCIe'], ['gpu_1x_a100', 'A100 (40 GB SXM4)', 'A100X']],
  ['A100 40GB', ['A100 (40 GB SXM4)'], ['A100-SXM4-80GB']],
  ['a6000', ['RTX A6000'], ['RTX 6000Ada', 'RTX PRO 6000 S']],
  ['rtx 6000', ['RTX 6000Ada', 'Q RTX 6000'], ['RTX A6000', 'RTX PRO 6000 S']],
  ['6000 ada', ['RTX 6000Ada', 'NVIDIA RTX 6000 Ada Generation'], ['Q RTX 6000']],
  [
    'pro 6000',
    ['pro6000', 'RTX PRO 6000 WS'],
    ['RTX PRO 6000 Blackwell Server Edition MIG 1g.24gb'],
  ],
  ['pro6000 max-q', ['RTX PRO 6000 Max-Q'], ['RTX PRO 6000 WS']],
  ['l40', ['NVIDIA L40'], ['L40S', 'L4']],
  ['imaginary', ['Imaginary RTX 9999'], ['RTX 4090']],
  ['9999', ['Imaginary RTX 9999'], ['Imaginary RTX 99999']],
])('%s finds %j, not %j', (word, found, others) => {
  const isFound = (text: string) => isGpu(gpuOf(text, null), text, word);
  expect(found.filter(isFound)).toEqual(found);
  expect(others.filter(isFound)).toEqual([]);
});

test('VRAM that nobody sells stays as it is', () => {
  expect([soldGb(13.2), soldGb(1_000), soldGb(0)]).toEqual([13, 1_000, 0]);
});
