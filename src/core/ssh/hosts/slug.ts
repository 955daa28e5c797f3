/** Longest alias, in characters: long labels stay readable in a prompt. */
const MAX_ALIAS = 40;
const PREFIX = 'gpu-';

/** `[a-z0-9-]` of a text: accents taken off, everything else one dash; empty when nothing is left. */
function slug(text: string): string {
  const plain = text.normalize('NFKD').replace(/\p{M}/gu, '').toLowerCase();
  return plain.replace(/[^a-z0-9]+/g, '-').replace(/^-|-$/g, '');
}

/** What of a VM its alias is made of. */
export interface Named {
  readonly label: string | null;
  readonly gpuType: string | null;
  readonly vmid: number | null;
  readonly vmId: string;
}

/** The candidates for the slug of a VM, best first: its label, its type and number, its id. */
function sources({ label, gpuType, vmid, vmId }: Named): readonly string[] {
  const typeAndNumber =
    gpuType !== null && slug(gpuType) !== '' && vmid !== null && Number.isSafeInteger(vmid)
      ? `${gpuType.slice(0, 200)}-${vmid}`
      : '';
  return [(label ?? '').slice(0, 200), typeAndNumber, vmId.slice(0, 8)];
}

/** The part of a VM's alias after `gpu-`, before anything is added to make it unique. Never empty. */
export function vmSlug(vm: Named): string {
  const best = sources(vm)
    .map(slug)
    .find((text) => text !== '');
  return (best ?? 'vm').slice(0, MAX_ALIAS - PREFIX.length).replace(/-$/, '');
}

/** The n-th alias for a slug, from 1 on: `gpu-train`, `gpu-train-2`, … */
export function aliasFor(vmSlugText: string, n: number): string {
  const suffix = n === 1 ? '' : `-${n}`;
  const room = MAX_ALIAS - PREFIX.length - suffix.length;
  return `${PREFIX}${vmSlugText.slice(0, room).replace(/-$/, '')}${suffix}`;
}
