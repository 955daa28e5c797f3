// The values that `POST /vms` takes (`docs/service.md`).

export const GPU_TYPES = ['5090', '4090', 'pro6000'] as const;
export const GPU_COUNTS = [1, 2, 4, 8] as const;
export const RENTALS = ['on_demand', 'interruptible', 'reserved'] as const;
export const RESERVATION_MONTHS = [1, 3, 6] as const;
export const MIN_STORAGE_GB = 50;

/** By their `template_vmid`. From 102 on with WebUI and Jupyter, through a third-party portal that only the console leads to. */
export const TEMPLATES = [
  { id: '100', name: 'Base image 22.04 with GPU drivers' },
  { id: '101', name: 'Base image 24.04 with GPU drivers' },
  { id: '102', name: 'AI image generation (web application, by the console)' },
  { id: '103', name: 'AI image, video and audio generation (nodes, by the console)' },
  { id: '104', name: 'Linux desktop in the browser (by the console)' },
] as const;

export const DEFAULT_TEMPLATE = '101';

/** Only letters and digits, in lower case: services spell `on_demand` and node ids in several ways. */
export const plain = (text: string) => text.toLowerCase().replace(/[^\p{L}\p{N}]/gu, '');

/** The GPU type that the service means by this name, such as `RTX PRO 6000`. */
export function orderedType(name: string | null): (typeof GPU_TYPES)[number] | undefined {
  const named = plain(name ?? '');
  return GPU_TYPES.find((type) => named.includes(type));
}
