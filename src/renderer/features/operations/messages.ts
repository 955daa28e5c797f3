/** When a VM is stopped, as `parseAutoStop` reads it, each with its label. */
const PRESETS = [
  ['1h', '1 h'],
  ['4h', '4 h'],
  ['19:00', '19:00'],
  ['idle 1h', 'idle 1 h'],
  ['$25', '$25'],
] as const;

export const messages = {
  actions: 'Actions',
  notNow: (reason: string) => `Not possible now: ${reason}`,
  saves: 'saves',
  costs: 'costs',
  when: 'When',
  now: 'now',
  presets: PRESETS,
  other: 'Other time or amount',
  example: '7pm, 90m, idle 2h, $40',
  onVm: 'Even when this computer is off',
  onVmEffect: 'Runs a small script on the VM, using the VM’s own key. Your key stays here.',
  remindTitle: (name: string) => `Remind you to stop ${name}?`,
  remind: 'Remind me…',
  atOnce: (label: string) => `${label} now`,
  set: 'Set',
  autoStop: 'Auto-stop',
  change: 'Change',
  due: 'Limit reached. GPU Tray is stopping it.',
  remindsOnly: 'GPU Tray won’t stop it.',
  fromDefault: 'Set by its account’s default.',
  remove: 'Remove',
  keepRunning: 'Keep running',
  clear: 'Clear its timer',
  stopIdle: {
    title: 'Stop idle VMs',
    none: 'No idle or stuck VM to stop.',
    later: 'if still idle in 1 h',
    notIdle: 'Not idle, so it can only be stopped now.',
    replaces: 'Replaces its auto-stop.',
    sent: 'Requested.',
    others: 'Not included',
    confirm: 'Stop…',
    stop: (count: number, when: 'now' | 'later') => {
      const vms = count === 1 ? '1 VM' : `${count} VMs`;
      return when === 'now' ? `Stop ${vms}` : `Set for ${vms}`;
    },
  },
} as const;
