import { formatNumber } from './money.ts';

const BYTES = ['B', 'kB', 'MB', 'GB', 'TB'];

/** `12.4 GB`, in powers of 1,000. */
export function formatBytes(bytes: number): string {
  const power = Math.min(4, Math.floor(Math.log10(Math.max(bytes, 1)) / 3));
  return `${formatNumber(bytes / 1_000 ** power, power === 0 ? 0 : 1)} ${BYTES[power]}`;
}
