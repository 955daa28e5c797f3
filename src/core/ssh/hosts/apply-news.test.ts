import { describe, expect, test } from 'vitest';
import type { SshVm } from '../host.ts';
import { applyNews } from './apply-news.ts';
import type { KnownToUser } from './choose-aliases.ts';
import type { SshRecord } from './memory.ts';
import { makeVm } from './testing/make-vm.ts';

const nobody: KnownToUser = async () => new Set();
const OTHER = 'https://other.example.com';

async function heard(
  vms: readonly SshVm[],
  before: readonly SshRecord[] = [],
  {
    gone = [] as { accountId: string; vmId: string }[],
    accountIds = ['a', 'b'],
    known = nobody,
  } = {},
) {
  const { records, forgotten } = await applyNews(before, { vms, gone, accountIds }, known);
  return { records, forgotten, aliases: records.map(({ alias }) => alias) };
}

describe('aliases', () => {
  test('are unique', async () => {
    const { aliases } = await heard(['1', '2', '3'].map((id) => makeVm(id, { label: 'Train' })));
    expect(aliases).toEqual(['gpu-train', 'gpu-train-2', 'gpu-train-3']);
  });

  test('are unique also where a label looks like a counted one', async () => {
    const labels = ['x', 'x-2', 'x', 'x'];
    const { aliases } = await heard(labels.map((label, n) => makeVm(`${n}`, { label })));
    expect(aliases).toEqual(['gpu-x', 'gpu-x-2', 'gpu-x-3', 'gpu-x-4']);
  });

  test('stay while the slug stays, whoever comes and goes', async () => {
    const first = await heard([makeVm('1', { label: 'x' }), makeVm('2', { label: 'x' })]);
    const gone = [{ accountId: 'a', vmId: '1' }];
    const second = await heard(
      [makeVm('3', { label: 'x' }), makeVm('2', { label: 'X!' })],
      first.records,
      { gone },
    );
    expect(second.records.map(({ vmId, alias }) => [vmId, alias])).toEqual([
      ['2', 'gpu-x-2'],
      ['3', 'gpu-x'],
    ]);
  });

  test('are new after a rename, also when two VMs swap their labels', async () => {
    const first = await heard([makeVm('1', { label: 'x' }), makeVm('2', { label: 'y' })]);
    const second = await heard(
      [makeVm('1', { label: 'y' }), makeVm('2', { label: 'x' })],
      first.records,
    );
    expect(second.aliases).toEqual(['gpu-y', 'gpu-x']);
    expect(second.records.map(({ hostKeyAlias }) => hostKeyAlias)).toEqual(
      first.records.map(({ hostKeyAlias }) => hostKeyAlias),
    );
  });

  test('that the user’s configuration knows are not taken; ours are not asked for again', async () => {
    const asked: string[] = [];
    const known: KnownToUser = async (aliases) => {
      asked.push(...aliases);
      return new Set(['gpu-x', 'gpu-x-2']);
    };
    const first = await heard([makeVm('1', { label: 'x' })], [], { known });
    expect(first.aliases).toEqual(['gpu-x-3']);
    expect(asked).toEqual(['gpu-x', 'gpu-x-2', 'gpu-x-3']);
    const gone = [{ accountId: 'a', vmId: '1' }];
    await heard([makeVm('1', { label: 'x' })], first.records, { known });
    expect(asked).toHaveLength(3);
    // Another VM inherits the name in the moment in which our file still knows it.
    const heir = await heard([makeVm('2', { label: 'x 3' })], first.records, { known, gone });
    expect(heir.aliases).toEqual(['gpu-x-3']);
    expect(asked).toHaveLength(3);
  });

  test('are asked for together', async () => {
    const asked: (readonly string[])[] = [];
    const known: KnownToUser = async (aliases) => {
      asked.push(aliases);
      return new Set(['gpu-train-2', 'gpu-train-3']);
    };
    await heard(
      ['1', '2', '3'].map((id) => makeVm(id)),
      [],
      { known },
    );
    expect(asked).toEqual([
      ['gpu-train-1', 'gpu-train-2', 'gpu-train-3'],
      ['gpu-train-2-2', 'gpu-train-3-2'],
    ]);
  });

  test('a pattern of the user’s that knows every name ends the search', async () => {
    let asked = 0;
    const known: KnownToUser = async (aliases) => {
      asked += aliases.length;
      return new Set(aliases);
    };
    const { aliases } = await heard([makeVm('1', { label: 'x' })], [], { known });
    expect(aliases).toEqual(['gpu-x-21']);
    expect(asked).toBe(20);
  });

  test('of ten thousand VMs with one label are made at once', async () => {
    const vms = Array.from({ length: 10_000 }, (_, n) => makeVm(`${n}`, { label: 'x' }));
    const started = performance.now();
    const { aliases } = await heard(vms);
    expect(new Set(aliases).size).toBe(10_000);
    expect(performance.now() - started).toBeLessThan(5_000);
  });
});

describe('host key aliases', () => {
  test.each([
    ['3f2a-bc', 'gpu-tray-vm-3f2a-bc'],
    ['3F2A-BC', 'gpu-tray-vm-3f2a-bc'],
    ['a b', expect.stringMatching(/^gpu-tray-vm-[0-9a-f]{32}$/)],
    ['*\nHost *', expect.stringMatching(/^gpu-tray-vm-[0-9a-f]{32}$/)],
    ['x'.repeat(65), expect.stringMatching(/^gpu-tray-vm-[0-9a-f]{32}$/)],
  ])('of %j: %s', async (id, name) => {
    const { records } = await heard([makeVm(id)]);
    expect(records[0]?.hostKeyAlias).toEqual(name);
  });

  test('differ for VMs of two services, or of ids that differ in case', async () => {
    const vms = [makeVm('vm'), makeVm('vm', { accountId: 'b', serviceUrl: OTHER }), makeVm('VM')];
    const { records } = await heard(vms);
    const names = records.map(({ hostKeyAlias }) => hostKeyAlias);
    expect(names[0]).toBe('gpu-tray-vm-vm');
    expect(new Set(names).size).toBe(3);
    for (const name of names) expect(name).toMatch(/^gpu-tray-vm-vm(-[0-9a-f]{8})?$/);
  });

  test('are one for a VM that two accounts see, and forgotten when neither does', async () => {
    const both = await heard([makeVm('vm'), makeVm('vm', { accountId: 'b' })]);
    expect(both.aliases).toEqual(['gpu-train-vm', 'gpu-train-vm-2']);
    expect(new Set(both.records.map(({ hostKeyAlias }) => hostKeyAlias)).size).toBe(1);
    const one = await heard([], both.records, { accountIds: ['b'] });
    expect(one).toMatchObject({ aliases: ['gpu-train-vm-2'], forgotten: [] });
    const none = await heard([], one.records, { gone: [{ accountId: 'b', vmId: 'vm' }] });
    expect(none).toMatchObject({ aliases: [], forgotten: ['gpu-tray-vm-vm'] });
  });

  test('are made anew when an account turns to another service', async () => {
    const first = await heard([makeVm('vm')]);
    const second = await heard([makeVm('vm', { serviceUrl: OTHER })], first.records);
    expect(second.aliases).toEqual(['gpu-train-vm']);
    expect(second.records).toHaveLength(1);
    expect(second.records[0]?.serviceUrl).toBe(OTHER);
  });
});

test('a VM that is heard is not gone; one of no account is not heard', async () => {
  const gone = [{ accountId: 'a', vmId: '1' }];
  const first = await heard([makeVm('1')]);
  const second = await heard([makeVm('1'), makeVm('2', { accountId: 'stranger' })], first.records, {
    gone,
  });
  expect(second).toMatchObject({ aliases: ['gpu-train-1'], forgotten: [] });
});

test('a VM without an address keeps its names', async () => {
  const first = await heard([makeVm('1')]);
  const second = await heard([makeVm('1', { address: null })], first.records);
  expect(second.records).toEqual([{ ...first.records[0], address: null }]);
});
