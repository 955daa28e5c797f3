import type { Spend } from '../../../shared/domain/index.ts';

/** What the list of billed VMs does not say itself; null: it says everything. @param spend null: never heard */
export function billedWords(spend: Spend | null): string | null {
  if (spend === null) return 'What is billed has not been heard yet.';
  const { vms, skipped, perHour } = spend;
  if (skipped > 0) {
    const what = vms.length > 0 ? 'more' : skipped === 1 ? 'VM' : 'VMs';
    return `${skipped === 1 ? 'One' : skipped} ${what} could not be read.`;
  }
  if (vms.length > 0) return null;
  if (perHour === null) return 'What is billed is not known.';
  return perHour === 0 ? 'Nothing is billed right now.' : 'What it is for is not known.';
}
