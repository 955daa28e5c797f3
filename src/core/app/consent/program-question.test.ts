import { describe, expect, test } from 'vitest';
import type { NamedProgram } from './new-programs.ts';
import { programQuestion } from './program-question.ts';

const by = (runBy: NamedProgram['runBy'], text: string) => ({ runBy, text, key: text });
const terminal = (text: string) => by('terminal', text);
const here = (text: string) => by('ssh here', text);

test('the question says who runs what, word for word', () => {
  expect(programQuestion([terminal('foot --title "My GPU" {command}')])).toEqual({
    state: 'question',
    question: {
      title: 'Let GPU Tray run this program?',
      detail: [
        'Each time you open a terminal, GPU Tray runs:',
        'foot --title "My GPU" {command}',
        'Allow it only if you have just set this yourself.',
      ].join('\n\n'),
      accept: 'Allow',
    },
  });
});

test('several are one question', () => {
  const asked = programQuestion([
    terminal('foot {command}'),
    here('ProxyCommand\tx'),
    by('ssh onVm', 'RemoteCommand tmux'),
    here('LocalCommand y'),
    by('ssh unknown', 'NewInOpenSsh z'),
  ]);
  expect(asked).toMatchObject({ question: { title: 'Let GPU Tray run these programs?' } });
  expect(asked.state === 'question' && asked.question.detail.split('\n\n')).toEqual([
    'Each time you open a terminal, GPU Tray runs:',
    'foot {command}',
    'Each time you log in to a VM, ssh runs or loads on this computer:',
    'ProxyCommand x\nLocalCommand y',
    'Each time you log in to a VM, it runs:',
    'RemoteCommand tmux',
    'Unknown to GPU Tray; each time you log in to a VM, ssh may run:',
    'NewInOpenSsh z',
    'Allow it only if you have just set this yourself.',
  ]);
});

describe('what could not be shown as it is, is not asked about', () => {
  test.each([
    ['turned around', [here('ProxyCommand x \u202egpj.exe')]],
    ['invisible', [terminal('foot\u200b {command}')]],
    ['a further selector of variants', [here('ProxyCommand x\u{e0100}; y')]],
    ['on a line of its own', [here('ProxyCommand x\u2028Allow it.')]],
    ['half a character', [here('ProxyCommand \ud800')]],
    ['too long', [terminal(`foot ${'x'.repeat(1_600)} {command}`)]],
    ['too much together', Array.from({ length: 4 }, (_, at) => here(`${at}${'x'.repeat(400)}`))],
    ['too many', Array.from({ length: 9 }, (_, at) => here(`LocalCommand ${at}`))],
  ])('%s', (_, programs) => {
    expect(programQuestion(programs).state).toBe('unshowable');
  });

  test.each([
    ['plain spaces', ' '.repeat(700)],
    ['three spaces', '   '],
    ['tabs among spaces', ' \t '],
    ['spaces that do not break', '\u00a0'],
    ['wide spaces', '\u3000'],
    ['empty braille', '\u2800'],
    ['selectors of variants', '\ufe0f'],
    ['joiners', '\u200d'],
  ])('nor is what stands apart by %s', (_, gap) => {
    const asked = programQuestion([here(`ProxyCommand nc %h %p${gap}; x`)]);
    expect(asked).toMatchObject({
      state: 'unshowable',
      action: expect.stringContaining('into a script'),
    });
  });

  test('a second space is seen', () => {
    expect(programQuestion([here('ProxyCommand nc  -x %h')]).state).toBe('question');
  });

  test('what a field takes at most can be asked, and no line of it leaves the screen', () => {
    const text = `foot ${'x'.repeat(980)}--é {command}`;
    const asked = programQuestion([terminal(text)]);
    const lines = asked.state === 'question' ? asked.question.detail.split('\n') : [];
    expect(lines.join('')).toContain(text);
    expect(Math.max(...lines.map(({ length }) => length))).toBeLessThan(80);
  });
});
