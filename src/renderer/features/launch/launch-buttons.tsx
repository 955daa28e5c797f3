import type { VmPhase } from '../../../shared/domain/vm.ts';
import { launchObstacle } from '../../../shared/launch/launch-obstacle.ts';
import { offeredGpus } from '../../../shared/launch/launch-texts.ts';
import { presetLike } from '../../../shared/launch/preset-of-order.ts';
import type { FoundOffer } from '../../../shared/offers/gpu-offer.ts';
import { vmKey } from '../../../shared/ssh/ssh-state.ts';
import { go, useAccount, useApp, useVm, type VmTarget } from '../../store.ts';
import { Button } from '../../ui/index.ts';

interface LaunchButtonProps {
  /** For screen readers, after the label. */
  readonly what: string;
  readonly onClick: () => void;
}

export function LaunchButton({ what, onClick }: LaunchButtonProps) {
  const label = (
    <>
      Launch…
      <span className="sr-only"> {what}</span>
    </>
  );
  return <Button label={label} onClick={onClick} tone="link" />;
}

export function LaunchOffer({ offer }: { readonly offer: FoundOffer }) {
  return (
    <LaunchButton
      onClick={() => go({ kind: 'launch', accountId: offer.account, offer })}
      what={`${offeredGpus(offer)} ${offer.where ?? ''}`}
    />
  );
}

const ENDED: readonly VmPhase[] = ['stopped', 'interrupted', 'failed', 'destroyed'];

/** Opens the form with what a VM that has ended, or that is gone, was rented as. */
export function LaunchAgain({ accountId, vmId }: VmTarget) {
  const account = useAccount(accountId);
  const vm = useVm({ accountId, vmId })?.vm;
  const obstacle = useApp((app) => launchObstacle(app, accountId));
  const order = useApp(({ launchedVms }) => launchedVms[vmKey(accountId, vmId)]);
  const isOver = vm === undefined || ENDED.includes(vm.phase);
  if (!isOver || account?.can.includes('rent') !== true) return null;
  const preset = order ?? (vm && presetLike(vm, account.provider));
  if (preset === undefined) return null;
  return (
    <Button
      hint={obstacle}
      isDisabled={obstacle !== undefined}
      label="Launch again…"
      onClick={() => go({ kind: 'launch', accountId, preset: { ...preset, where: null } })}
    />
  );
}
