import { priceBasis } from '../../../shared/app/index.ts';
import { monthCount, type OrderPrice, TEMPLATES } from '../../../shared/domain/index.ts';

const TOOLS = 'SSH, WebUI and Jupyter';

/** User-visible strings of the Launch screen. The messages of invalid fields are in `vm-order.ts`. */
export const messages = {
  title: 'Launch a VM',
  preset: 'Preset',
  noPreset: 'None',
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
  nodeHint:
    'The machine that it runs on. The service lists no nodes; those known here are suggested.',
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
  sshKeyHint: 'Empty: your oldest key at the service.',
  password: 'Password',
  passwordHint: 'At least 12 characters. Keep it yourself: GPU Tray does not store it.',
  generate: 'Generate',
  copy: 'Copy',
  copied: 'Copied',
  strengths: ['Weak password', 'Good password', 'Strong password'],
  price: 'Price',
  perDay: 'per day',
  perMonth: 'per month',
  forPeriod: (months: number) => `for ${monthCount(months)}`,
  priceHint: (price: OrderPrice) => `Price ${priceBasis(price)}. A disk may cost extra.`,
  priceUnknown: 'unknown: neither the offers nor the price list say it.',
  loadingPrice: 'Loading prices…',
  review: 'Review and launch',
  reviewTitle: 'Launch this VM?',
  keyLogin: (id: string) => `SSH key: ${id === '' ? 'your oldest' : id}`,
  passwordLogin: 'Password',
  change: 'Change',
  launch: 'Launch',
  launchFor: (rate: string) => `Launch for ${rate}`,
  launchUnknown: 'Launch at an unknown price',
  sending: 'Creating…',
  checking: 'The answer was lost. Looking for the VM in the list…',
  status: (status: string) => status.charAt(0).toUpperCase() + status.slice(1),
  notReady: 'Running. SSH is not ready yet…',
  ready: 'Ready to log in',
  gone: 'The VM is no longer in the list.',
  waitingForList: 'Created. Waiting for the list of VMs…',
  details: 'Details',
  another: 'Launch another…',
  web: 'WebUI and Jupyter open through the service’s portal. Its address is not in the API.',
} as const;

export const TEMPLATE_OPTIONS = TEMPLATES.map(({ vmid, name, hasWeb }) => ({
  value: String(vmid),
  label: `${vmid} · ${name} · ${hasWeb ? TOOLS : 'SSH only'}`,
}));

export const hasWeb = (template: string) =>
  TEMPLATES.some((each) => String(each.vmid) === template && each.hasWeb);
