import { describe, expect, test } from 'vitest';
import { sshOptionProblem } from './ssh-option.ts';

describe('a further option', () => {
  test.each([
    'Compression yes',
    'ServerAliveInterval=30',
    ' ProxyJump  bastion ',
    'SetEnv A="b c"',
    'LocalForward 1 [::1]:2',
    'SetEnv\tA=b',
  ])('%j is one', (option) => expect(sshOptionProblem(option)).toBeNull());

  test.each([
    ['', /one line/],
    ['Compression', /one line/],
    ['Compression = ', /one line/],
    ['A b\nHost *', /one line/],
    ['A b\rHost *', /one line/],
    ['A b\u2028Host *', /one line/],
    ['A b\0', /one line/],
    ['"Host" *', /one line/],
    ['# comment', /one line/],
    ['host *', /other hosts/],
    ['Match exec "touch /tmp/x"', /other hosts/],
    ['Include=/etc/x', /other hosts/],
    ['SetEnv A="b', /not closed/],
    ['HostName evil', /sets HostName itself/],
    ['hostkeyalias x', /sets hostkeyalias itself/],
    ['UserKnownHostsFile /dev/null', /itself/],
    ['port 2222', /a field of its own/],
    ['Port=2222', /a field of its own/],
    [`A ${'x'.repeat(1_000)}`, /at most/],
  ])('%j is none', (option, reason) => {
    expect(sshOptionProblem(option)).toMatch(reason);
  });
});
