import type { AutoStop } from '../../../shared/auto-stop/auto-stop.ts';

const EVENING = 19;
const AMOUNT = 25;

export const messages = {
  title: 'Auto-stop',
  stopLater: (canStop: boolean) => (canStop ? 'Stop later' : 'Remind me to stop it'),
  /** Auto-stops to choose from, each with its label. */
  presets: (now: number): readonly (readonly [when: string, label: string])[] => [
    ['1h', 'In 1 h'],
    ['4h', 'In 4 h'],
    [`${EVENING}:00`, `${new Date(now).getHours() < EVENING ? 'At' : 'Tomorrow at'} ${EVENING}:00`],
    ['idle 1h', 'When idle for 1 h'],
    [`spend ${AMOUNT}`, `At $${AMOUNT}`],
  ],
  custom: 'Custom…',
  example: 'Such as 19:00, tomorrow 9:00, 90m, idle 1h or $25.',
  set: 'Set',
  confirm: (name: string) => `Stop ${name} later?`,
  cancel: 'Cancel',
  due: 'Limit reached. GPU Tray is stopping it.',
  extend: (kind: AutoStop['limit']['kind']) =>
    kind === 'time' ? 'Extend by 1 h' : 'Count again from now',
  remove: (canStop: boolean) => (canStop ? 'Remove auto-stop' : 'Remove reminder'),
  remindsOnly: 'GPU Tray won’t stop it.',
  fromDefault: 'Set by its account’s default.',
  keepRunning: 'Keep running',
  onVm: 'Even when this computer is off',
  onVmHint: 'Runs a small script on the VM, using the VM’s own key. Your key stays here.',
  clear: 'Clear its timer',
} as const;
