import { describe, expect, test } from 'vitest';
import { COMMANDS } from './commands.ts';
import { helpText } from './help.ts';

const TOPICS = [null, ...COMMANDS.map(({ name }) => name)];

test.each(TOPICS)('the help of %s has at most 40 lines of 80 characters', (topic) => {
  const lines = helpText(topic).split('\n');
  expect(lines.length).toBeLessThanOrEqual(40);
  for (const line of lines) expect(line.length).toBeLessThanOrEqual(80);
});

describe('the help of a command', () => {
  test('is about that command alone', () => {
    expect(helpText('ssh')).toBe(`Log in to a VM by its alias, label or number.

USAGE
  gpu-tray ssh <vm> [options]

OPTIONS
  --print     Print the SSH command instead of running it
  --verbose   Log each step to standard error
  -h, --help  Show this help

EXAMPLES
  gpu-tray ssh gpu-train-1
  gpu-tray ssh 107 --print`);
  });
});

test('docs/cli-commands.md has the help of every command', async () => {
  const sections = TOPICS.map(
    (topic) =>
      `## gpu-tray${topic === null ? '' : ` ${topic}`}\n\n\`\`\`\n${helpText(topic)}\n\`\`\`\n`,
  );
  await expect(
    [
      '# The commands\n\nWritten by `npx vitest run --project unit src/cli/help.test.ts --update`.\n',
      ...sections,
    ].join('\n'),
  ).toMatchFileSnapshot('../../docs/cli-commands.md');
});
