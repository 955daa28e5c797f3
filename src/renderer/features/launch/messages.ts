import { type OrderPrice, TEMPLATES } from '../../../shared/domain/vm-order.ts';
import { monthCount } from '../../../shared/format/index.ts';
import { priceBasis } from '../../../shared/launch/launch.ts';

const TOOLS = 'SSH, WebUI and Jupyter';

const list = new Intl.ListFormat('en');

/** User-visible strings of the Launch screen. The messages of invalid fields are in `vm-order.ts`. */
export const messages = {
  titles: { launch: 'Launch a VM', offers: 'Offers' },
  tabs: { launch: 'Launch', offers: 'Offers' },
  service: 'Service',
  allClouds: 'All clouds',
  isFor: (names: readonly string[], others: readonly string[]) =>
    `For ${list.format(names)}. Launch VMs of ${list.format(others)} in the provider’s console.`,
  preset: 'Start from',
  noPreset: '—',
  lastOrder: 'Last order',
  deletePreset: 'Delete this preset',
  savePreset: 'Save as preset…',
  presetName: 'Name of the preset',
  presetHint: 'Replaces the preset with this name. The password is not saved.',
  presetProblem: 'Enter a name of up to 40 characters.',
  tooMany: 'There are 50 presets. Delete one first.',
  save: 'Save',
  cancel: 'Cancel',
  account: 'Account',
  gpuType: 'GPU',
  chooseGpu: 'Choose a GPU',
  gpuCount: 'Number of GPUs',
  node: 'Node',
  nodeHint: 'This provider doesn’t list machines.',
  chooseNode: 'Choose a node',
  anyNode: (free: string) => `Any available (${free})`,
  nodeFree: ({ node, free }: { readonly node: string; readonly free: number | null }) =>
    free === null ? node : `${node} · ${free === 0 ? 'none' : free} free`,
  noneFree: 'No node with enough free GPUs found. Choose one.',
  storage: 'Disk',
  gb: '\u00a0GB',
  template: 'Template',
  chooseTemplate: 'Choose a template',
  rental: 'Rental',
  rentals: { on_demand: 'On demand', interruptible: 'Interruptible', reserved: 'Reserved' },
  rentalHints: {
    on_demand: undefined,
    interruptible: 'The service can interrupt it at any time.',
    reserved: 'You pay for the whole period.',
  },
  months: 'Period',
  login: 'Log in with',
  logins: { ssh_key: 'SSH key', password: 'Password' },
  sshKey: 'SSH key',
  oldestKey: 'Your oldest key',
  keysUnread: (problem: string) => `Your keys could not be listed: ${problem}`,
  sshKeyId: 'SSH key ID',
  sshKeyHint: 'Empty uses your oldest key.',
  password: 'Password',
  passwordHint: 'At least 12 characters. Save it yourself: GPU Tray doesn’t store it.',
  generate: 'Generate',
  copy: 'Copy',
  copied: 'Copied',
  strengths: ['Weak password', 'Good password', 'Strong password'],
  perDay: 'per day',
  perMonth: 'per month',
  forPeriod: (months: number) => `for ${monthCount(months)}`,
  priceHint: (price: OrderPrice) => `Price ${priceBasis(price)}. A disk may cost extra.`,
  noPrice: {
    incomplete: 'Choose a GPU to see its price.',
    noPeriod: 'Choose a period to see its price.',
    loading: 'Loading prices…',
    unknown: 'Price unknown: not in the offers or the price list.',
  },
  review: 'Review',
  reviewTitle: 'Launch this VM?',
  keyLogin: (id: string) => `SSH key: ${id === '' ? 'your oldest' : id}`,
  passwordLogin: 'Password',
  change: 'Change',
  launch: 'Launch',
  launchFor: (rate: string) => `Launch for ${rate}`,
  launchUnknown: 'Launch at an unknown price',
  sending: 'Creating…',
  checking: 'Looking for the VM in the list…',
  forget: 'Forget this launch',
  status: (status: string) => status.charAt(0).toUpperCase() + status.slice(1),
  notReady: 'Running. SSH is not ready yet…',
  ready: 'Ready to log in',
  gone: 'The VM is no longer in the list.',
  waitingForList: 'Created. Waiting for the list of VMs…',
  canClose: (isNotified: boolean) =>
    `You can close this panel.${isNotified ? ' GPU Tray notifies you when it is ready.' : ''}`,
  openTerminal: 'Open in terminal',
  copySsh: 'Copy SSH command',
  details: 'Details',
  another: 'Launch another…',
  web: 'Open WebUI and Jupyter in the service’s portal.',
} as const;

export const TEMPLATE_OPTIONS = TEMPLATES.map(({ vmid, name, hasWeb }) => ({
  value: String(vmid),
  label: `${vmid} · ${name} · ${hasWeb ? TOOLS : 'SSH only'}`,
}));

export const hasWeb = (template: string) =>
  TEMPLATES.some((each) => String(each.vmid) === template && each.hasWeb);
