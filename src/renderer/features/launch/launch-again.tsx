import type { VmPhase } from '../../../shared/domain/vm.ts';
import { launchObstacle } from '../../../shared/launch/launch-obstacle.ts';
import { presetLike } from '../../../shared/launch/preset-of-order.ts';
import { vmKey } from '../../../shared/ssh/ssh-state.ts';
import { go } from '../../navigation.ts';
import { useAccount, useApp, useListedVm, type VmTarget } from '../../store.ts';
import { Button } from '../../ui/index.ts';
import { messages } from './messages.ts';

const ENDED: readonly VmPhase[] = ['stopped', 'interrupted', 'failed', 'destroyed'];

/** Opens the form with what a VM that has ended, or that is gone, was rented as. */
export function LaunchAgain({ accountId, vmId }: VmTarget) {
  const account = useAccount(accountId);
  const vm = useListedVm(accountId, vmId);
  const obstacle = useApp((app) => launchObstacle(app, accountId));
  const order = useApp(({ launchedVms }) => launchedVms[vmKey(accountId, vmId)]?.order ?? null);
  if (account?.can.includes('rent') !== true) return null;
  const like = vm && ENDED.includes(vm.phase) ? presetLike(vm, account.provider) : null;
  const preset = vm === undefined || like ? (order ?? like) : null;
  if (preset === null) return null;
  return (
    <Button
      hint={obstacle}
      isDisabled={obstacle !== undefined}
      label={messages.launchAgain}
      onClick={() => go({ kind: 'launch', accountId, preset: { ...preset, where: null } })}
    />
  );
}
