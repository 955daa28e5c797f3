import { globSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { expect, test } from 'vitest';
import { userStrings } from './user-strings.ts';

// How GPU Tray words what people read: the subject is a person or a product, and one term stands for one thing.

const PROJECT = resolve(import.meta.dirname, '../..');

/** Programs and providers share, report, set or reach; they do not speak. */
const FAMILIES: Readonly<Record<string, RegExp>> = {
  'a program that tells': /\b(tell|tells|telling|told)\b/i,
  'acts here': /\bacts? (here|elsewhere)\b|\bnothing acts\b|\bacts when\b/i,
  'an interface in place of a product': /\b(its|[\w.]+[’']s) (own )?interface\b/i,
  'a rule named by a whole sentence':
    /\bof (an? (account|day|VM)|the month) (above|below|lasts|ends|for)\b|^an? (account|VM) (is|runs|looks|ends)\b[^.]*$|^changes of VMs/i,
  'what is not there': /\b(what|which) (is|are) not (free|given)\b|\bshow what\b/i,
  'a service that takes': /\btook it\b|\b(takes?|gets?) JSON\b/i,
  'API words in a sentence': /\b(read_only|read_write|billing_only)\b|\banswered fields\b/,
  'an amount without a noun': /\ball that is\b|\bthat many\b|\bat least that\b|\bthat much\b/i,
  'a verb with a clause': /^(print|take|write|compare|show) (what|all that)\b/i,
  'nobody in particular': /\b(nobody|somebody|whoever|anew|heard)\b|\bneeds you\b/i,
  'a thing that may': /\bkey (that )?may( not)?\b|\bmay be taken\b|\bmay only read\b/i,
  'a passive bill': /\bIt is billed\b|\bwas measured for it\b/,
  'a turn in place of a noun':
    /\b(unresolved|of its own|by itself|as it is|goes on|stands|takes? over|wish|mend)\b/i,
};

/** The commands of other programs. */
const EXCEPTIONS: readonly RegExp[] = [
  // AppleScript.
  /^tell application "|^end tell$|^tell current session of /,
];

const familiesOf = (text: string) =>
  EXCEPTIONS.some((exception) => exception.test(text))
    ? []
    : Object.entries(FAMILIES).flatMap(([name, family]) => (family.test(text) ? [name] : []));

/** Every text of a page, a paragraph or row each, without code in backticks. */
const paragraphs = (page: string): readonly string[] =>
  page
    .replaceAll(/```ts[\s\S]*?```|`[^`\n]*`/g, '')
    .split(/\n(?=\s*[-|#*])|\n\n/)
    .map((text) => text.replaceAll(/\s+/g, ' ').replace(/^[-#*\s]+/, ''));

const SOURCES = globSync(['src/**/*.{ts,tsx}', 'simulator/**/*.ts', 'scripts/demo/**/*.ts'], {
  cwd: PROJECT,
  exclude: ['**/*.test.*', '**/testing/**'],
});
const PAGES = globSync(['README.md', 'docs/*.md', 'simulator/README.md'], { cwd: PROJECT });

const read = (file: string) => readFileSync(join(PROJECT, file), 'utf8');

const TEXTS = new Map<string, readonly string[]>([
  ...SOURCES.map((file) => [file, userStrings(file, read(file))] as const),
  ...PAGES.map((file) => [file, paragraphs(read(file))] as const),
]);

test.each([
  ['src/shared/alerts/alert-messages.ts', 'Daily cost above'],
  ['src/shared/providers/providers.ts', 'RunPod doesn’t share your balance.'],
  ['src/cli/commands.ts', 'Print Prometheus metrics'],
  ['src/cli/options.ts', 'Copy settings from a preset'],
  ['src/renderer/features/alerts/next-step.tsx', 'Snooze all'],
  ['src/renderer/features/vms/vm-details.tsx', 'hasn’t reported its current cost.'],
  ['src/main/tray/menu-item.ts', 'Open GPU Tray'],
  ['simulator/options.ts', 'port on 127.0.0.1, 0 for a free one'],
  ['README.md', 'a read-only key is enough.'],
  ['docs/watch.md', 'It polls, alerts'],
])('the texts of %s are read', (file, text) => {
  expect(TEXTS.get(file)?.join('\n')).toContain(text);
});

test('no text that people read has the wording of these families', () => {
  const found = [...TEXTS].flatMap(([file, texts]) =>
    texts.flatMap((text) => familiesOf(text).map((family) => `${file}: ${family}: ${text}`)),
  );
  expect(found).toEqual([]);
});

test.each([
  'Nothing acts here: no auto-stop is carried out, and nothing notifies.',
  'gpu-tray watch shows changes, and acts when that one ends.',
  'The VM stops itself only once GPU Tray or gpu-tray watch has told it.',
  'X could not be told: it still stops itself.',
  'RunPod’s interface tells no balance.',
  'Lambda’s interface has no usage. Use its web console.',
  'At least that much: Lambda reports no costs',
  'The rate is a minimum: not all that is billed is in it.',
  'Forecast of the month above',
  'Cost of a day above',
  'Rate of an account above',
  'Balance of an account lasts less than',
  'A VM runs for more than',
  'A VM is billed and cannot be used or stopped',
  'No data of an account for more than',
  'Changes of VMs, unless made here',
  'Billed, and needs you: train',
  'ntfy.sh took it.',
  'It gets JSON by POST.',
  'A key that may only read is enough to watch.',
  'Recommended. A read_only key is enough for monitoring.',
  'It is billed $1.43/h now.',
  'Its GPU may be taken: a start then waits.',
  'once $25 was measured for it since 14:00',
  'Every VM that runs now has an auto-stop of its own, or none runs.',
  'Show what is not free',
  'Print what Prometheus can read: VMs, rate, costs, ages',
  'Take what is not given from a VM',
  'Launch also while an earlier launch is unresolved',
  'Print names and types of answered fields, no values',
])('“%s” is refused', (text) => {
  const planted = `export const messages = { text: \`\${count} VMs. ${text}\`, hint: '${text}' };`;
  expect(userStrings('messages.ts', planted).flatMap(familiesOf)).not.toEqual([]);
  expect(paragraphs(`Words.\n\n- ${text}\n`).flatMap(familiesOf)).not.toEqual([]);
});
