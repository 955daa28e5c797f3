import type { ProviderId } from '../../../src/shared/providers/providers.ts';
import { ODD } from './odd.ts';
import { type Own, type OwnOptions, profileOf } from './own.ts';
import { READING } from './reading.ts';
import { STOPPING } from './stopping.ts';

/** Rejects when the provider does not show it. */
export type Behavior = (own: Own) => Promise<void>;

/** Every provider shows each of these, or lacks it in words. */
export const BEHAVIORS = { ...READING, ...STOPPING, ...ODD };

export type BehaviorName = keyof typeof BEHAVIORS;

/** Behaviors in which no adapter takes part, or only by what another one shows: each at one provider. */
export const AT_ONE: Readonly<Partial<Record<BehaviorName, ProviderId>>> = {
  // 'odd answers to the list' has these forms at each.
  '5xx': 'rental',
  HTML: 'rental',
  'half a body': 'rental',
  slow: 'rental',
  // 'auto-stop when idle' has the load at each, 'list' the rate.
  'idle stop by default': 'runpod',
  'auto-stop at a spend': 'runpod',
};

interface TestedProvider extends Omit<OwnOptions, 'provider'> {
  /** Behaviors that the provider cannot show, each with the sentence that the user reads in its place. */
  readonly absent: Readonly<Partial<Record<BehaviorName, string>>>;
  /** Those of a stop where there is none: 'stop by us' shows its refusal. */
  readonly skipped?: readonly BehaviorName[];
  /** Fields that a record carries and no one may see, put over the simulator's own. */
  readonly secrets: Readonly<Record<string, unknown>>;
}

/** Lambda has no stop, so that none of these end a run there. */
const NO_STOP = 'Lambda can’t stop instances. Only Terminate ends billing';

export const TESTED: Readonly<Record<ProviderId, TestedProvider>> = {
  rental: {
    profile: profileOf('../../../simulator/profile.json'),
    requests: {
      list: '/vms',
      stop: { method: 'PUT', path: '/machines' },
      stops: 'PUT /machines/:vm_id/power/off',
    },
    absent: {},
    secrets: {
      env: { PLANTED_NAME: 'planted-env' },
      jupyter_token: 'planted-token',
      onstart: 'planted-script',
    },
  },
  vast: {
    requests: {
      list: '/api/v1/instances/',
      stop: { method: 'PUT', path: '/api/v0/instances' },
      stops: 'PUT /api/v0/instances/:id/',
    },
    absent: {},
    secrets: {
      extra_env: [['PLANTED_NAME', 'planted-env']],
      onstart: 'planted-script',
      jupyter_token: 'planted-token',
    },
  },
  lambda: {
    requests: {
      list: '/api/v1/instances',
      stop: { method: 'POST', path: '/api/v1/instance-operations' },
      stops: 'POST /api/v1/instance-operations/terminate',
    },
    absent: {
      'stop by us': NO_STOP,
      'stop by another client': 'train is gone',
      'auto-stop at a time': NO_STOP,
      'auto-stop when idle': 'Its load has been unknown for 30 min',
    },
    skipped: [
      'lost answer to a stop',
      'stop answered with 403',
      'stop answered with 409',
      'auto-stop after a 403',
      'odd answers to a stop',
    ],
    secrets: {
      jupyter_token: 'planted-token',
      jupyter_url: 'https://jupyter.example.test/?token=planted-url',
    },
  },
  runpod: {
    requests: {
      list: '/v2/pods',
      stop: { method: 'POST', path: '/v2/pods' },
      stops: 'POST /v2/pods/:id/action',
    },
    absent: { interrupted: 'train has stopped' },
    secrets: {
      env: { PLANTED_NAME: 'planted-env' },
      registry: 'planted-registry',
      args: '--token=planted-token',
    },
  },
};
