import type { SshHost } from '../../core/ssh/index.ts';

/** As many as one reads; somebody with hundreds of VMs should still see the sentence. */
const MAX_NAMED = 8;

function bare(alias: string): string {
  return alias.replace(/^gpu-/, '');
}

function isLike(wanted: string, alias: string): boolean {
  return bare(wanted) !== '' && bare(alias).includes(bare(wanted));
}

/** The aliases there are, as a sentence: first those that are like the one that was asked for. */
export function knownAliases(wanted: string, hosts: readonly Pick<SshHost, 'alias'>[]): string {
  if (hosts.length === 0) return 'There is no VM to log in to.';
  const all = hosts.map(({ alias }) => alias).toSorted();
  const likelyFirst = [
    ...all.filter((alias) => isLike(wanted, alias)),
    ...all.filter((alias) => !isLike(wanted, alias)),
  ];
  const named = likelyFirst.slice(0, MAX_NAMED).join(', ');
  const others = all.length - MAX_NAMED;
  return others > 0 ? `There are ${named} and ${others} more.` : `There are ${named}.`;
}
