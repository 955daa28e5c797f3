import { describe, expect, test } from 'vitest';
import { hostRecordsText, readHostRecords, type SshHost, type SshVm } from '../host.ts';
import { makeVm } from '../testing/make-vm.ts';
import { applyHostUpdate } from './host-update.ts';

const none: () => ReadonlySet<string> = () => new Set();
const OTHER = 'https://other.example.com';

async function update(
  vms: readonly SshVm[],
  before: readonly SshHost[] = [],
  {
    gone = [] as { accountId: string; vmId: string }[],
    accountIds = ['a', 'b'],
    find = none,
    prefix = 'gpu',
  } = {},
) {
  const { records, unused } = applyHostUpdate(before, { vms, gone, accountIds }, prefix, find);
  return { records, unused, aliases: records.map(({ alias }) => alias) };
}

describe('aliases', () => {
  test('are unique', async () => {
    const { aliases } = await update(['1', '2', '3'].map((id) => makeVm(id, { label: 'Train' })));
    expect(aliases).toEqual(['gpu-train', 'gpu-train-2', 'gpu-train-3']);
  });

  test('stay while the slug stays the same', async () => {
    const first = await update([makeVm('1', { label: 'x' }), makeVm('2', { label: 'x' })]);
    const gone = [{ accountId: 'a', vmId: '1' }];
    const second = await update(
      [makeVm('3', { label: 'x' }), makeVm('2', { label: 'X!' })],
      first.records,
      { gone },
    );
    expect(second.records.map(({ vmId, alias }) => [vmId, alias])).toEqual([
      ['2', 'gpu-x-2'],
      ['3', 'gpu-x'],
    ]);
  });

  test('change with the label, even when two VMs swap labels', async () => {
    const first = await update([makeVm('1', { label: 'x' }), makeVm('2', { label: 'y' })]);
    const second = await update(
      [makeVm('1', { label: 'y' }), makeVm('2', { label: 'x' })],
      first.records,
    );
    expect(second.aliases).toEqual(['gpu-y', 'gpu-x']);
    expect(second.records.map(({ hostKeyAlias }) => hostKeyAlias)).toEqual(
      first.records.map(({ hostKeyAlias }) => hostKeyAlias),
    );
  });

  test('of the user’s SSH config are skipped, and named VMs need no look', async () => {
    let reads = 0;
    const find = () => {
      reads += 1;
      return new Set(['gpu-x', 'gpu-x-2', 'gpu-y']);
    };
    const first = await update([makeVm('1', { label: 'x' })], [], { find });
    expect(first.aliases).toEqual(['gpu-x-3']);
    await update([makeVm('1', { label: 'x' })], first.records, { find });
    expect(reads).toBe(1);
  });

  // Counting from 1 for each VM would exceed the timeout.
  test('are unique for ten thousand VMs with one label', { timeout: 20_000 }, async () => {
    const vms = Array.from({ length: 10_000 }, (_, n) => makeVm(`${n}`, { label: 'x' }));
    const { aliases } = await update(vms);
    expect(new Set(aliases).size).toBe(10_000);
  });
});

test('of VMs that are no longer listed, the newest 2,000 are kept', async () => {
  const batch = (from: number) => Array.from({ length: 3_000 }, (_, n) => makeVm(`${from + n}`));
  let records: readonly SshHost[] = [];
  for (const from of [0, 3_000, 6_000]) ({ records } = await update(batch(from), records));
  expect(records.map(({ vmId }) => Number(vmId))).toEqual(
    Array.from({ length: 5_000 }, (_, n) => 4_000 + n),
  );
});

describe('host key aliases', () => {
  test.each([
    ['3f2a-bc', 'gpu-tray-vm-3f2a-bc'],
    ['3F2A-BC', 'gpu-tray-vm-3f2a-bc'],
    ['a b', expect.stringMatching(/^gpu-tray-vm-[0-9a-f]{32}$/)],
    ['*\nHost *', expect.stringMatching(/^gpu-tray-vm-[0-9a-f]{32}$/)],
    ['x'.repeat(65), expect.stringMatching(/^gpu-tray-vm-[0-9a-f]{32}$/)],
  ])('of %j: %s', async (id, name) => {
    const { records } = await update([makeVm(id)]);
    expect(records[0]?.hostKeyAlias).toEqual(name);
  });

  test('differ for VMs of two services, and for ids that differ in case', async () => {
    const vms = [makeVm('vm'), makeVm('vm', { accountId: 'b', serviceUrl: OTHER }), makeVm('VM')];
    const { records } = await update(vms);
    const names = records.map(({ hostKeyAlias }) => hostKeyAlias);
    expect(names[0]).toBe('gpu-tray-vm-vm');
    expect(new Set(names).size).toBe(3);
    for (const name of names) expect(name).toMatch(/^gpu-tray-vm-vm(-[0-9a-f]{8})?$/);
  });

  test('are shared by two accounts that see the VM, and unused when neither does', async () => {
    const both = await update([makeVm('vm'), makeVm('vm', { accountId: 'b' })]);
    expect(both.aliases).toEqual(['gpu-train-vm', 'gpu-train-vm-2']);
    expect(new Set(both.records.map(({ hostKeyAlias }) => hostKeyAlias)).size).toBe(1);
    const one = await update([], both.records, { accountIds: ['b'] });
    expect(one).toMatchObject({ aliases: ['gpu-train-vm-2'], unused: [] });
    const none = await update([], one.records, { gone: [{ accountId: 'b', vmId: 'vm' }] });
    expect(none).toMatchObject({ aliases: [], unused: ['gpu-tray-vm-vm'] });
  });

  test('are new when an account moves to another service', async () => {
    const first = await update([makeVm('vm')]);
    const second = await update([makeVm('vm', { serviceUrl: OTHER })], first.records);
    expect(second.aliases).toEqual(['gpu-train-vm']);
    expect(second.records).toHaveLength(1);
    expect(second.records[0]?.serviceUrl).toBe(OTHER);
  });
});

describe('host keys of runs', () => {
  const [RUN, NEXT] = ['20260601t120000z', '20260602t120000z'];
  const nameOf = ({ records }: { readonly records: readonly SshHost[] }) =>
    records[0]?.hostKeyAlias;

  test('are stored under the run, which a stop does not end', async () => {
    const first = await update([makeVm('1', { run: RUN })]);
    expect(nameOf(first)).toBe(`gpu-tray-vm-1-${RUN}`);
    const moved = makeVm('1', { run: RUN, address: '192.0.2.8' });
    const stopped = makeVm('1', { address: null });
    for (const vm of [moved, stopped, makeVm('1')]) {
      const second = await update([vm], first.records);
      expect([nameOf(second), second.unused]).toEqual([nameOf(first), []]);
    }
  });

  test('are new in the next run, and the former name is unused', async () => {
    const first = await update([makeVm('1', { run: RUN }), makeVm('2')]);
    const second = await update([makeVm('1', { run: NEXT }), makeVm('2')], first.records);
    expect(nameOf(second)).toBe(`gpu-tray-vm-1-${NEXT}`);
    expect(second.unused).toEqual([`gpu-tray-vm-1-${RUN}`]);
    expect(second.aliases).toEqual(first.aliases);
  });

  test('survive a start that moves a little, and end with one that is later', async () => {
    const of = (run: string) => makeVm('1', { run, isRunRounded: true });
    const first = await update([of('20260601t120000z')]);
    const second = await update([of('20260601t120159z')], first.records);
    expect(second.records).toEqual(first.records);
    for (const known of [second.records, (await update([makeVm('1')])).records]) {
      const third = await update([of('20260601t120200z')], known);
      expect(nameOf(third)).toBe('gpu-tray-vm-1-20260601t120200z');
    }
    const exact = await update([makeVm('1', { run: '20260601t120159z' })], first.records);
    expect(nameOf(exact)).toBe('gpu-tray-vm-1-20260601t120159z');
  });

  test('of a proxy are shared by the VMs behind it, and apart from a VM’s own', async () => {
    const login = { user: 'a', port: 22, identityFile: null };
    const proxy = { address: 'ssh.cloud.example', login, isShellOnly: true } as const;
    const behind = await update([makeVm('1', proxy), makeVm('2', proxy)]);
    expect(new Set(behind.records.map(({ hostKeyAlias }) => hostKeyAlias)).size).toBe(1);
    expect(nameOf(behind)).toMatch(/^gpu-tray-vm-[0-9a-f]{32}$/);
    const direct = await update([makeVm('1', { run: RUN }), makeVm('2', proxy)], behind.records);
    expect([nameOf(direct), direct.unused]).toEqual([`gpu-tray-vm-1-${RUN}`, []]);
    expect(direct.records[0]).not.toHaveProperty('isShellOnly');
    expect(readHostRecords(hostRecordsText(direct.records))).toEqual(direct.records);
  });
});

test('another prefix gives listed VMs new aliases, and keeps their host keys', async () => {
  const first = await update([makeVm('1'), makeVm('2')]);
  const second = await update([makeVm('2')], first.records, { prefix: 'vm' });
  expect(second.aliases).toEqual(['gpu-train-1', 'vm-train-2']);
  expect(second.unused).toEqual([]);
  expect(second.records[1]?.hostKeyAlias).toBe(first.records[1]?.hostKeyAlias);
});

test('a listed VM is not gone, and a VM of an unknown account is ignored', async () => {
  const gone = [{ accountId: 'a', vmId: '1' }];
  const first = await update([makeVm('1')]);
  const second = await update(
    [makeVm('1'), makeVm('2', { accountId: 'stranger' })],
    first.records,
    {
      gone,
    },
  );
  expect(second).toMatchObject({ aliases: ['gpu-train-1'], unused: [] });
});
