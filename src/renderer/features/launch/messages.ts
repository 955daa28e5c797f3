import { TEMPLATES } from '../../../shared/domain/index.ts';

const TOOLS = 'SSH, WebUI and Jupyter';

/** User-visible strings of the Launch screen. The messages of invalid fields are in `vm-order.ts`. */
export const messages = {
  title: 'Launch a VM',
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
  monthCount: (months: number) => (months === 1 ? '1 month' : `${months} months`),
  login: 'Log in with',
  logins: { ssh_key: 'SSH key', password: 'Password' },
  sshKeyId: 'SSH key ID',
  sshKeyHint: 'Empty: your oldest key at the service.',
  password: 'Password',
  passwordHint: 'At least 12 characters. It is sent once and not stored.',
  generate: 'Generate',
  copy: 'Copy',
  copied: 'Copied',
  strengths: ['Weak password', 'Good password', 'Strong password'],
  price: 'Price',
  perDay: 'per day',
  perMonth: 'per month',
  priceHint: 'For the GPUs, by the price list. A disk may cost extra.',
  priceUnknown: 'unknown: the price list does not say it.',
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
  web: 'WebUI and Jupyter open through the service’s portal. Its address is not in the API: open the console.',
  openConsole: 'Open console',
} as const;

export const TEMPLATE_OPTIONS = TEMPLATES.map(({ vmid, name, hasWeb }) => ({
  value: String(vmid),
  label: `${vmid} · ${name} · ${hasWeb ? TOOLS : 'SSH only'}`,
}));

export const hasWeb = (template: string) =>
  TEMPLATES.some((each) => String(each.vmid) === template && each.hasWeb);
