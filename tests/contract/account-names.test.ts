import { expect, test } from 'vitest';
import { TABLE_OPTIONS } from '../../src/cli/testing/fakes.ts';
import { statusJson } from '../../src/cli/vms/status-json.ts';
import { statusTable } from '../../src/cli/vms/status-table.ts';
import { noData } from '../../src/core/alerts/account-rules.ts';
import { textOf } from '../../src/core/events/index.ts';
import { makeOpened } from '../../src/core/events/testing/alert-event.ts';
import type { TrayMenuItem } from '../../src/main/tray/menu-item.ts';
import { trayModel } from '../../src/main/tray/tray-model.ts';
import { accountNames } from '../../src/shared/accounts/index.ts';
import { issuesOf } from '../../src/shared/polling/issues.ts';
import type { AppState } from '../../src/shared/state/index.ts';
import { FOUR_ACCOUNTS, FOUR_CLOUDS, FOUR_NAMES } from '../renderer/four-clouds.ts';
import { NOW } from '../renderer/make-vm.ts';

// Usage, tray, tooltip, status and notifications name the accounts alike. tests/renderer/account-names.spec.ts tests header and rows for the same names.

const PORT = /:8700/;
const problem = { kind: 'network' } as const;

const failing: AppState = {
  ...FOUR_CLOUDS,
  snapshots: Object.fromEntries(
    Object.entries(FOUR_CLOUDS.snapshots).map(([id, { vms, spend }]) => [
      id,
      {
        vms: { ...vms, problem },
        spend: { ...spend, problem },
        ...{ asOf: NOW - 3_600_000, freshness: 'outOfDate' },
      } as const,
    ]),
  ),
};

const labelsOf = (items: readonly TrayMenuItem[]): readonly string[] =>
  items.flatMap((item) => {
    if (item === 'separator') return [];
    return 'items' in item ? [item.label, ...labelsOf(item.items)] : [item.label];
  });

const nameOf = (accountId: string) => accountNames(FOUR_ACCOUNTS).get(accountId)?.name;

test('the tray names the account of each VM and of each problem', () => {
  const { menu, tooltip } = trayModel(FOUR_CLOUDS, NOW);
  expect(tooltip).toBe('≥ $19.55/h · 16 running');
  const submenus = menu.flatMap((item) => (item !== 'separator' && 'items' in item ? [item] : []));
  expect(submenus[0]?.label).toMatch(/^scratch {3}\$3\.19/);
  const owners = submenus.map(({ items }) => labelsOf(items)[0]?.split(' · ')[0]);
  expect(new Set(owners)).toEqual(new Set(FOUR_NAMES));
  const problems = labelsOf(trayModel(failing, NOW).menu);
  for (const { prefix } of issuesOf(failing, { retries: true }).slice(0, 3))
    expect(problems.filter((label) => label.startsWith(prefix))).toHaveLength(1);
  expect([tooltip, ...labelsOf(menu), ...problems].join('\n')).not.toMatch(PORT);
});

test('status names the accounts in its heads, in the line of all and in JSON', () => {
  const lines = statusTable(FOUR_CLOUDS, { ...TABLE_OPTIONS, now: NOW });
  const heads = lines.flatMap((line) => /^(\S.*?) {2}up to date/.exec(line)?.[1] ?? []);
  expect(heads.toSorted()).toEqual(FOUR_NAMES.toSorted());
  const all = lines.find((line) => line.startsWith('All accounts'));
  expect(all).toBe(
    'All accounts: ≥ $19.55/h · GPU rental $9.53 · Research $5.15 · Vast.ai $2.90 · RunPod $1.97, 16 running',
  );
  expect(lines.join('\n')).not.toMatch(PORT);
  const { accounts } = statusJson(FOUR_CLOUDS, NOW);
  expect(accounts.map(({ provider, name }) => [provider, name])).toEqual([
    ['rental', 'GPU rental'],
    ['runpod', 'Research'],
    ['vast', 'Vast.ai'],
    ['runpod', 'RunPod'],
  ]);
});

test.each(FOUR_ACCOUNTS)('notifications and issues name the account $id', ({ id }) => {
  const name = nameOf(id) ?? '';
  expect(FOUR_NAMES).toContain(name);
  const about = { accountId: id, vmId: 'x', name: 'train' } as const;
  const facts = { change: 'stopped', gpu: null, perHour: 1, wasPerHour: 2, ranMs: null } as const;
  const stopped = {
    ...about,
    kind: 'vm',
    at: NOW,
    status: 'stopped',
    what: 'has stopped',
  } as const;
  expect(textOf({ ...stopped, facts }, FOUR_CLOUDS, NOW).body).toContain(` · ${name}. `);
  expect(textOf(makeOpened({ rule: 'idle', ...about }), FOUR_CLOUDS, NOW).body).toContain(name);
  const observed = { app: failing, accountId: id, now: NOW, missedMs: 6e6, steadySince: NOW };
  const [found] = noData(observed, 10) ?? [];
  expect(found?.name).toBe(name);
  const prefixes = issuesOf(failing, { retries: true })
    .filter(({ accountId }) => accountId === id)
    .map(({ prefix }) => prefix);
  expect(prefixes).toEqual([`${name}: `]);
});
