import { type Vm, vmName } from '../../../shared/domain/index.ts';
import { clipped } from '../../../shared/format/index.ts';
import type { SshHost } from '../../ssh/index.ts';
import type { Notification } from '../application.ts';

/** The service's names can be pages long. */
const MAX_NAME = 60;

function about({ accountId, vmId }: SshHost, title: string, body: string): Notification {
  return { title, body, destination: { kind: 'vm', accountId, vmId } };
}

/** For somebody who waits for a VM that they have just started. */
export function readyNotification(host: SshHost, vm: Vm): Notification {
  return about(host, `You can log in to ${clipped(vmName(vm), MAX_NAME)}`, `ssh ${host.alias}`);
}

/** ssh will refuse the next login; this says why before somebody wonders, or looks for a way around it. */
export function changedKeyNotification(host: SshHost, vm: Vm): Notification {
  return about(
    host,
    `${clipped(vmName(vm), MAX_NAME)} shows another host key`,
    'Compare the two under Details before you log in.',
  );
}
