import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import type { Capability } from '../../shared/accounts/index.ts';
import type { ServiceProfile } from '../../shared/domain/service-profile.ts';
import type { Vm } from '../../shared/domain/vm.ts';
import { PROVIDERS, type ProviderId } from '../../shared/providers/providers.ts';
import { capabilitiesOf, loadProvider, parseProfile } from './index.ts';
import { instanceSchema } from './lambda/instance.ts';
import { sentInstance } from './lambda/testing/instances.ts';
import { vmSchema } from './rental/wire/vm.ts';
import { podSchema } from './runpod/pod.ts';
import { sentPod } from './runpod/testing/pods.ts';
import { answering } from './testing/answering.ts';
import { parsed } from './testing/parsed.ts';
import { instanceSchema as vastSchema } from './vast/instance.ts';
import { sentInstance as sentVast } from './vast/testing/instances.ts';

// The tables of docs/providers.md and README, and what the adapters do.

/** The cells of a page's first table, by provider and row. */
function readTable(page: string) {
  const text = readFileSync(page, 'utf8');
  const [, head = '', rows = ''] = /\n\|( \|.*)\|\n\|[-:|]+\n((?:\|.*\n)+)/.exec(text) ?? [];
  const cells = (line: string) => line.split('|').map((cell) => cell.trim());
  const [, ...names] = cells(head);
  const lines = rows
    .trim()
    .split('\n')
    .map((line) => cells(line).slice(1, -1));
  return new Map(
    names.map((name, column) => [
      name,
      new Map(lines.map(([row = '', ...each]) => [row, each[column] ?? ''])),
    ]),
  );
}

const ROWS: Readonly<Record<Exclude<Capability, 'addSshKey'>, string>> = {
  ...{ start: 'start', stop: 'stop', destroy: 'destroy', spend: 'spend', usage: 'usage' },
  ...{ balance: 'balance', rent: 'launch' },
  stopFromInside: 'stop from inside',
};

/** The rows of README: yes where each of these is. */
const SHORT_ROWS: Readonly<Record<string, readonly Capability[]>> = {
  ...{ 'past costs': ['usage'], balance: ['balance'], destroy: ['destroy'], launch: ['rent'] },
  ...{ 'start and stop': ['start', 'stop'], 'stop with your computer off': ['stopFromInside'] },
};

const profile = parseProfile(readFileSync('simulator/profile.json', 'utf8'));

async function openClient(id: ProviderId, of: ServiceProfile | null) {
  const { open } = await loadProvider(id);
  return open({ ...answering().ports, profile: of });
}

const capabilities = async (...of: Parameters<typeof openClient>) =>
  capabilitiesOf(await openClient(...of));

/** A record of each provider, as its adapter reads it. */
const VMS: Readonly<Record<ProviderId, Vm>> = {
  rental: parsed(vmSchema, { id: 'a', status: 'running' }),
  runpod: parsed(podSchema, sentPod()),
  vast: parsed(vastSchema(0), sentVast()),
  lambda: parsed(instanceSchema, sentInstance()),
};

/** Whether an adapter can do it: `yes`, `no`, or `profile`. */
async function wordsOf(id: ProviderId) {
  const always = await capabilities(id, null);
  const withProfile = await capabilities(id, profile.ok ? profile.profile : null);
  return (name: Capability) => {
    if (always.includes(name)) return 'yes';
    return withProfile.includes(name) ? 'profile' : 'no';
  };
}

const startOf = (cell: string | undefined) => /^(yes|no|profile)\b/.exec(cell ?? '')?.[1] ?? cell;

describe.each(Object.keys(PROVIDERS) as ProviderId[])('the table of %s', (id) => {
  const table = readTable('docs/providers.md').get(PROVIDERS[id].name);

  test('says what its adapter can do', async () => {
    const wordOf = await wordsOf(id);
    for (const [name, row] of Object.entries(ROWS) as [Capability, string][])
      expect([row, startOf(table?.get(row))]).toEqual([row, wordOf(name)]);
    expect(startOf(table?.get('auto-stop'))).toBe(wordOf('stop'));
    const { offers } = await openClient(id, null);
    expect(startOf(table?.get('offers'))).toBe(offers === undefined ? 'no' : 'yes');
    for (const row of ['list of VMs', 'rate', 'SSH']) expect(startOf(table?.get(row))).toBe('yes');
  });

  test('has the same ticks in README', async () => {
    const ticks = readTable('README.md').get(PROVIDERS[id].name);
    const wordOf = await wordsOf(id);
    const { offers } = await openClient(id, null);
    const tickOf = (word: string) => ({ yes: '✓', no: '' })[word] ?? word;
    expect(Object.fromEntries(ticks ?? [])).toEqual({
      'VMs and rate': '✓',
      ...Object.fromEntries(
        Object.entries(SHORT_ROWS).map(([row, all]) => {
          const words = new Set(all.map(wordOf));
          expect(words.size).toBe(1);
          return [row, tickOf([...words].join())];
        }),
      ),
      offers: offers === undefined ? '' : '✓',
    });
  });

  test('says where load and login come from', () => {
    const { gpuPercents, login } = VMS[id];
    expect(table?.get('load')).toBe(gpuPercents === undefined ? 'over SSH' : 'with the list');
    const isNamed = login?.port != null;
    expect(table?.get('SSH')).toMatch(isNamed ? /where the pod says/ : /at (the VM's|its) address/);
  });
});
