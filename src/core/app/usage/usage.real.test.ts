import { mkdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import type { AppAccount } from '../../../shared/accounts/index.ts';
import { UNKNOWN_STATE } from '../../../shared/domain/account-state.ts';
import type { Usage } from '../../../shared/domain/billing.ts';
import type { Problem } from '../../../shared/domain/problem.ts';
import { makeUsageLog, makeVmList } from '../../../shared/domain/testing/records.ts';
import { DAY_MS } from '../../../shared/format/index.ts';
import { initialState } from '../../../shared/state/index.ts';
import { environment } from '../../../shared/testing/environment.ts';
import { makeAccount } from '../../../shared/testing/make-account.ts';
import type { UsageGroup } from '../../../shared/usage/usage-group.ts';
import { usageReport } from '../../../shared/usage/usage-schemas.ts';
import { temporaryFolder } from '../../files/testing/temporary-folder.ts';
import { openHistory } from '../../history/history.ts';
import { failure, vm as vmRecord } from '../../monitor/testing/records.ts';
import { createStateStore } from '../kernel/state-store.ts';
import { startUsage, type UsagePorts } from './usage.ts';

const RANGE = { from: '2026-11-01', to: '2026-11-02' };
/** In place of an account without the call. */
const NO_USAGE = { kind: 'noUsage' } as const;
const FORBIDDEN = { kind: 'forbidden', detail: 'Scope vms_only' } as const;

/** One VM that cost $1.20 on the first day. */
function usageOf(vmId: string): Usage {
  const parts = { gpuCost: 1, storageCost: 0.2, networkCost: 0 };
  return {
    ...{ totalCost: 1.2, totalHours: 2, periodStart: null, periodEnd: null, skipped: 0 },
    vms: [{ vmId, defaultName: 'vm-101', gpuModel: 'RTX 4090', hours: 2, cost: 1.2 }],
    logs: [makeUsageLog({ vmId, timestamp: '2026-11-01T00:00:00Z', totalCost: 1.2, ...parts })],
  };
}

function accountOf(id: string): AppAccount {
  return makeAccount({ id, label: `${id}@example.com`, baseUrl: 'https://x/' });
}

/**
 * @param answers by account
 * @param vms the VMs that each account lists; the same VM means the same owner
 * @param chosen of the dialog
 */
function setup(
  answers: Readonly<Record<string, Usage | Problem>>,
  vms: Readonly<Record<string, string>> = {},
  chosen: () => Promise<string | null> = async () => null,
  history: ReturnType<UsagePorts['history']> = null,
) {
  const asked: string[] = [];
  const proposed: string[] = [];
  const requested: string[] = [];
  const ids = Object.keys(answers);
  const snapshots = ids.map((id) => {
    const list = makeVmList(id in vms ? [vmRecord(vms[id] ?? '', { label: 'train' })] : []);
    const known = { ...UNKNOWN_STATE, vms: { value: list, problem: null } };
    return [id, { ...known, asOf: 0, freshness: 'live' }] as const;
  });
  const store = createStateStore({
    ...initialState(environment, 0),
    accounts: ids.map(accountOf),
    snapshots: Object.fromEntries(snapshots),
  });
  const clients = new Map(
    Object.entries(answers).map(([id, answer]) => [
      id,
      {
        ...(answer !== NO_USAGE && {
          async usage() {
            asked.push(id);
            if ('kind' in answer) throw failure(answer);
            return answer;
          },
        }),
      },
    ]),
  );
  const chooseFile = (name: string) => {
    proposed.push(name);
    return chosen();
  };
  const { requests } = startUsage({
    store,
    clients,
    desktop: { dialogs: { chooseFile } },
    history: () => history,
    usageReports: { request: async (ids) => void requested.push(...ids) },
    clock: { now: () => Date.parse('2026-11-02T12:00:00Z') },
  });
  const read = async () => usageReport.parse(await requests.readUsage({ range: RANGE }));
  return { ...requests, read, asked, proposed, requested };
}

const INPUT = { range: RANGE };

test('the reports of all accounts are added, with labels and a bar per day', async () => {
  const { read } = setup({ a: usageOf('x'), b: usageOf('y') }, { a: 'x' });
  const report = await read();
  expect(report).toMatchObject({ totalCost: 2.4, notes: [] });
  const rowsBy = (by: UsageGroup) => report.views[by].rows.map(({ name, cost }) => [name, cost]);
  expect(rowsBy('vm')).toEqual([
    ['train', 1.2],
    ['vm-101', 1.2],
  ]);
  expect(rowsBy('account')).toEqual([
    ['a', 1.2],
    ['b', 1.2],
  ]);
  expect(rowsBy('gpu')).toEqual([['RTX 4090', 2.4]]);
  const bars = (parts: readonly number[]) => [
    { from: '2026-11-01', to: '2026-11-01', cost: 2.4, parts },
    { from: '2026-11-02', to: '2026-11-02', cost: 0, parts: parts.map(() => 0) },
  ];
  const { vm, account, gpu } = report.views;
  expect([vm, account, gpu].map((view) => view.bars)).toEqual([
    ...[bars([1.2, 1.2]), bars([1.2, 1.2]), bars([2.4])],
  ]);
});

test('two keys of one owner count once, and the one that may read billing is used', async () => {
  const { read, asked } = setup(
    { a: FORBIDDEN, b: usageOf('x'), c: usageOf('x') },
    {
      ...{ a: 'x', b: 'x', c: 'x' },
    },
  );
  expect(await read()).toMatchObject({
    totalCost: 1.2,
    views: { vm: { rowCount: 1 } },
    problems: [],
  });
  expect(asked).toEqual(['a', 'b']);
});

test('an account whose provider tells no usage is named, and the others are saved without it', async () => {
  const { read, exportUsage, proposed } = setup({ a: NO_USAGE, b: usageOf('y') });
  const problems = [{ accountId: 'a', kind: 'noUsage' }];
  expect(await read()).toMatchObject({ totalCost: 1.2, problems });
  expect(await exportUsage(INPUT)).toEqual({ isSaved: false });
  expect(proposed).toHaveLength(1);
  const none = setup({ a: NO_USAGE });
  await expect(none.exportUsage(INPUT)).rejects.toThrow('doesn’t share past costs');
});

test('without one of the accounts the totals are those of the others, and the account is named', async () => {
  const { read, exportUsage, proposed } = setup({ a: FORBIDDEN, b: usageOf('y') });
  expect(await read()).toMatchObject({
    ...{ totalCost: 1.2, views: { vm: { rowCount: 1 } } },
    problems: [
      {
        ...{ accountId: 'a', kind: 'forbidden', message: 'Permission denied: Scope vms_only.' },
        action: 'Use an API key that can read billing.',
      },
    ],
  });
  await expect(exportUsage(INPUT)).rejects.toThrow('Permission denied');
  expect(proposed).toEqual([]);
});

test('shows the differences between bill and measurement that no gap explains, or none while the history cannot be read', async () => {
  const day = Date.parse(RANGE.from);
  const history = openHistory(join(await temporaryFolder(), 'history.db'));
  const rates = new Map([
    ['', 1],
    ['y', 1],
  ]);
  for (let at = day; at <= day + DAY_MS; at += 300_000)
    history.record([{ source: 'a', at, rates }], []);
  const { read } = setup({ a: usageOf('x') }, {}, undefined, history);
  expect(await read()).toMatchObject({
    differences: [{ vmId: 'y' }, { name: 'vm-101', kind: 'unknownVm', billed: 1.2 }],
  });
  history.close();
  expect(await read()).toMatchObject({ totalCost: 1.2, differences: [] });
});

test('a VM that is gone keeps its last name, in the CSV too', async () => {
  const folder = await temporaryFolder();
  const path = join(folder, 'usage.csv');
  const history = openHistory(join(folder, 'history.db'));
  const vm = { kind: 'vm', accountId: 'a', vmId: 'x', status: 'running', what: null } as const;
  history.record(
    [],
    ['old', 'lora-portrait\u202e'].map((name, at) => ({ ...vm, name, at })),
  );
  const { read, exportUsage } = setup({ a: usageOf('x') }, { a: 'y' }, async () => path, history);
  const [gone] = (await read()).views.vm.rows;
  expect(gone).toMatchObject({ name: 'lora-portrait (gone)', listedBy: null });
  await exportUsage(INPUT);
  expect(await readFile(path, 'utf8')).toContain(',lora-portrait (gone),');
  const listed = await setup({ a: usageOf('x') }, { a: 'x' }, undefined, history).read();
  expect(listed.views.vm.rows[0]).toMatchObject({ name: 'train', listedBy: 'a' });
  history.close();
});

test('exports what was read before, where the user chooses', async () => {
  const path = join(await temporaryFolder(), 'usage.csv');
  const { read, exportUsage, asked, proposed } = setup({ a: usageOf('x') }, {}, async () => path);
  await read();
  expect(await exportUsage(INPUT)).toEqual({ isSaved: true });
  expect(asked).toEqual(['a']);
  expect(proposed).toEqual(['gpu-tray-usage-2026-11-01-to-2026-11-02.csv']);
  expect(await readFile(path, 'utf8')).toMatch(/\r\nx,2026-11-01,.*,1\.2,,,,,\r\n$/);
  await exportUsage({ ...INPUT, range: { from: '2026-11-02', to: '2026-11-02' } });
  expect(asked).toEqual(['a', 'a']);
});

test('a cancelled dialog saves nothing; a failure says why', async () => {
  const path = join(await temporaryFolder(), 'usage.csv');
  await mkdir(path);
  const chosen = [null, path];
  const { exportUsage } = setup({ a: usageOf('x') }, {}, async () => chosen.shift() ?? null);
  expect(await exportUsage(INPUT)).toEqual({ isSaved: false });
  await expect(exportUsage(INPUT)).rejects.toThrow(
    'Failed to save usage.csv: it is not a regular file. Move it away.',
  );
});

test('the bill of today or of this month reads the costs of all surfaces again', async () => {
  const { readUsage, requested } = setup({ a: usageOf('x'), b: FORBIDDEN });
  await readUsage({ range: { from: '2026-10-01', to: '2026-10-31' } });
  expect(requested).toEqual([]);
  await readUsage(INPUT);
  expect(requested).toEqual(['a']);
});
