import { describe, expect, test } from 'vitest';
import { groupVms } from '../../../shared/app/index.ts';
import { keepPlaces, type Section } from './sections.ts';
import { entryWith } from './testing/entry.ts';
import type { VmEntry } from './vm-entries.ts';

const running = (id: string) => entryWith({ id, status: 'running' });
const stopped = (id: string) => entryWith({ id, status: 'stopped' });

const names = (sections: readonly Section[]) =>
  sections.map(({ name, members }) => [
    name,
    ...members.map(({ vm, isGone }) => `${vm.id} ${isGone ? 'gone' : vm.status}`),
  ]);

/** The sections after these entries came in one after the other while the list was held. */
function held(first: readonly VmEntry[], ...later: readonly (readonly VmEntry[])[]) {
  return names(
    later.reduce<readonly Section[]>(
      (shown, entries) => keepPlaces(shown, entries, groupVms(entries, false)),
      groupVms(first, false),
    ),
  );
}

describe('keepPlaces', () => {
  const first = [running('1'), running('2'), stopped('3')];

  test('keeps a VM that changed groups or order at its place', () => {
    expect(held(first, [running('3'), running('2'), stopped('1')])).toEqual([
      ['running', '1 stopped', '2 running'],
      ['stopped', '3 running'],
    ]);
  });

  test('keeps the row of a VM that is gone, until it is listed again', () => {
    const rest = [running('2'), stopped('3')];
    expect(held(first, rest, rest)[0]).toEqual(['running', '1 gone', '2 running']);
    expect(held(first, rest, first)).toEqual(held(first, first));
  });

  test('appends new VMs in the order of their arrival', () => {
    expect(held(first, [running('4'), ...first], [running('5'), running('4'), ...first])).toEqual([
      ['running', '1 running', '2 running'],
      ['stopped', '3 stopped'],
      ['new', '4 running', '5 running'],
    ]);
  });

  test('keeps the row of a VM that no longer matches the filter', () => {
    const shown = groupVms([running('1'), running('2')], false);
    const now = [stopped('1'), running('2')];
    expect(names(keepPlaces(shown, now, groupVms([running('2')], false)))).toEqual([
      ['running', '1 stopped', '2 running'],
    ]);
  });
});
