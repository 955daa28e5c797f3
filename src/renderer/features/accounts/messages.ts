import type { AppAccount } from '../../../shared/accounts/index.ts';
import { exactDuration } from '../../../shared/auto-stop/auto-stop.ts';
import { VM_OPERATIONS } from '../../../shared/domain/service-profile.ts';

export const messages = {
  title: (count: number) => (count === 1 ? 'Account' : 'Accounts'),
  add: 'Add an account',
  signInAgain: 'Sign in again',
  signInTo: (label: string) => `Sign in to ${label}`,
  connecting: 'Connecting…',
  upToDate: 'Up to date',
  name: 'Name',
  nameProblem: 'Enter at most 40 characters.',
  gpuLoad: {
    label: 'Show GPU load',
    hint: 'Runs nvidia-smi on your running VMs over SSH.',
    question: (label: string) => `Show the GPU load of ${label}?`,
    effect:
      'GPU Tray then opens an SSH session to each running VM of this account once a minute, and every 10 s while its details are open. It uses your own ssh with your keys, never a password, and runs:',
    limits:
      'Nothing is installed or changed on the VM. One connection to each VM stays open while GPU Tray runs.',
    turnOn: 'Turn on',
  },
  idleStop: {
    label: 'Stop idle VMs after',
    hint: 'By GPU load, for VMs without an auto-stop.',
    option: (ms: number) => (ms === 0 ? 'Off' : exactDuration(ms)),
    question: (label: string, ms: number) =>
      `Stop idle VMs of ${label} after ${exactDuration(ms)}?`,
    none: 'All running VMs already have an auto-stop.',
    /** @param names of the VMs */
    stops: (names: string, ms: number) =>
      `Now: ${names}. Each stops once idle for ${exactDuration(ms)} from now on.`,
    reminders: (names: string) =>
      `Reminder only: ${names}. Stopping may erase everything, or isn’t possible from here.`,
    later:
      'New VMs get it too. You’re notified first and can keep them running. This computer must be awake and online.',
    others: 'Also stops VMs that others run on this account.',
    turnOn: 'Stop idle VMs',
  },
  advanced: 'Advanced',
  profile: {
    label: ({ profile, can }: Pick<AppAccount, 'profile' | 'can'>) => {
      const operations = VM_OPERATIONS.filter((name) => can.includes(name)).join(', ');
      return `Service profile · ${profile === null ? 'not set' : operations || 'set'}`;
    },
    hint: 'JSON with the calls to start, stop and destroy VMs. The API doesn’t document them; ask the service’s support.',
    save: 'Save profile',
    remove: 'Remove profile',
  },
  writeKey: {
    label: (isSet: boolean) => `Key for launching and stopping · ${isSet ? 'set' : 'not set'}`,
    hint: 'A second API key with write access, of the same user. GPU Tray uses it only to launch, start, stop or destroy a VM, so the first key can be read-only.',
    save: 'Save key',
    remove: 'Remove key',
  },
  console: {
    url: 'Console URL',
    hint: 'Opens the web console for funds, API keys and the portal.',
    problem: 'Enter an address that starts with https://, or leave it empty.',
    open: 'Open console ↗',
    ask: 'Open console…',
    openPage: 'Open its page ↗',
  },
  startSignOut: 'Sign out…',
  signOut: 'Sign out',
  signOutOf: (label: string) => `Sign out of ${label}?`,
  signOutEffect:
    'Deletes the stored credentials and the history of the account from this computer. Running VMs keep running and billing.',
  disarm: 'Clear their timers first',
  retrying: 'Retrying…',
} as const;
