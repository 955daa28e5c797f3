import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { ANY_CHARACTER } from '../../shared/testing/any-character.ts';
import { csvText, usageCsv } from './usage-csv.ts';

/** Reads RFC 4180, or the same with another separator, as spreadsheets do in some languages. */
function parse(text: string, separator = ','): string[][] {
  const cell = new RegExp(
    `(?:"((?:[^"]|"")*)"|)((?:(?!\\r\\n|${separator})[^])*)(\\r\\n|${separator})`,
    'y',
  );
  const rows: string[][] = [];
  let row: string[] = [];
  for (let match = cell.exec(text); match !== null; match = cell.exec(text)) {
    const [, quoted = '', rest = '', end] = match;
    row.push(quoted.replaceAll('""', '"') + rest);
    if (end === separator) continue;
    rows.push(row);
    row = [];
  }
  return rows;
}

test.each([
  ['train-1', 'train-1'],
  ['=1+1', "'=1+1"],
  ['+1', "'+1"],
  ['-1', "'-1"],
  ['@SUM(A1)', "'@SUM(A1)"],
  ['\t=1', `'\t'=1`],
  ['\r=1', `"'\r'=1"`],
  ['＝1', "'＝1"],
  ['a=1', 'a=1'],
  ['vm-4711', 'vm-4711'],
  ['a,b', '"a,b"'],
  ['"', '""""'],
  ['a;=1', `"a;'=1"`],
  ['a,"=1', `"a,""'=1"`],
  ['two\nlines', '"two\nlines"'],
])('%j is written as %s', (text, cell) => {
  expect(csvText([[text, 1.5, null]])).toBe(`${cell},1.5,\r\n`);
});

describe('for each text', () => {
  const nasty = fc.string({ unit: fc.constantFrom(...'=+-@\t\r\n,;"\'| a1＝') });
  const rows = fc.array(
    fc.array(fc.oneof(nasty, fc.string({ unit: ANY_CHARACTER })), { minLength: 2, maxLength: 3 }),
    { minLength: 1, maxLength: 3 },
  );

  test('each cell is read back, with apostrophes at most, and none starts a formula', () => {
    fc.assert(
      fc.property(rows, (written) => {
        const read = parse(csvText(written));
        const bare = (table: string[][]) =>
          table.map((row) => row.map((cell) => cell.replaceAll("'", '')));
        expect(bare(read)).toEqual(bare(written));
        expect(read.flat().filter((cell) => /^[=+\-@\t\r]/.test(cell))).toEqual([]);
      }),
      { numRuns: 500 },
    );
  });

  test('nor does one with another separator', () => {
    fc.assert(
      fc.property(rows, fc.constantFrom(';', '\t'), (written, separator) => {
        const read = parse(csvText(written), separator);
        expect(read.flat().filter((cell) => /^\s*[=+\-@]/.test(cell))).toEqual([]);
      }),
      { numRuns: 500 },
    );
  });
});

test('a row per VM has the figures of the service, and nothing where it gives none', () => {
  const row = {
    ...{ accountId: 'a', vmId: 'id-1', defaultName: 'vm-101', gpuModel: 'RTX 4090' },
    ...{ hours: 1.25, cost: 1.2 },
    ...{ gpuCost: 1, storageCost: 0.2, networkCost: null },
    ...{ gpuHours: 2.5, storageGb: 100, networkBytes: null },
  };
  const range = { from: '2026-11-01', to: '2026-11-02' };
  const unknown = {
    ...row,
    ...{ accountId: 'b', vmId: null, defaultName: null, gpuModel: null, hours: null, cost: null },
  };
  const periods = new Map([['c', { ...range, to: '2026-11-01' }]]);
  const names: Readonly<Record<string, string>> = { a: 'Work', b: '-', c: 'Work' };
  expect(
    usageCsv(
      [
        { rows: [row, { ...row, accountId: 'c' }], periods },
        { rows: [unknown], periods },
      ],
      range,
      (id) => names[id] ?? '',
      ({ accountId, vmId }) => (vmId === null ? 'no VM' : accountId === 'a' ? '=cmd|x' : 'vm-101'),
    ).split('\r\n'),
  ).toEqual([
    'account,from,to,vm_id,vmid,name,gpu_model,hours,gpu_cost,storage_cost,network_cost,cost,gpu_hours,storage_gb,network_bytes,period_from,period_to',
    "Work,2026-11-01,2026-11-02,id-1,101,'=cmd|x,RTX 4090,1.25,1,0.2,,1.2,2.5,100,,,",
    'Work,2026-11-01,2026-11-02,id-1,101,vm-101,RTX 4090,1.25,1,0.2,,1.2,2.5,100,,2026-11-01,2026-11-01',
    "'-,2026-11-01,2026-11-02,,,no VM,,,1,0.2,,,2.5,100,,,",
    '',
  ]);
});
