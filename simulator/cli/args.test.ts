import { describe, expect, it } from 'vitest';
import { behaviourSchema, DEFAULT_BEHAVIOUR } from '../options.ts';
import { readCommand } from './args.ts';
import { FLAGS, helpText } from './flags.ts';

function options(...argv: string[]) {
  const command = readCommand(argv);
  if (command.kind !== 'serve') throw new Error(`${argv.join(' ')} was taken as ${command.kind}`);
  return command.options;
}

function complaint(...argv: string[]) {
  const command = readCommand(argv);
  return command.kind === 'wrong' ? command.message : null;
}

describe('the command line', () => {
  it('has its defaults', () => {
    expect(options()).toMatchObject({ port: 8700, seed: 1, vms: 12, speed: 1, basePath: '' });
  });

  it('has a flag for every option', () => {
    const keys = new Set(FLAGS.map((flag) => flag.key));
    for (const key of Object.keys(behaviourSchema.shape)) expect(keys).toContain(key);
    for (const key of ['port', 'seed', 'vms', 'speed', 'basePath']) expect(keys).toContain(key);
  });

  it('reads every kind of flag', () => {
    expect(
      options(
        '--port',
        '0',
        '--speed',
        '0.5',
        '--vm-list=vms',
        '--ignore-offset',
        '--hide-destroyed',
      ),
    ).toMatchObject({
      port: 0,
      speed: 0.5,
      vmList: 'vms',
      ignoreOffset: true,
      listDestroyed: false,
    });
    expect(options('--base-path', '/v1', '--token-ttl', '5')).toMatchObject({
      basePath: '/v1',
      tokenTtlSeconds: 5,
    });
  });

  it.each([
    [['--vms', '10001'], '--vms'],
    [['--vms', 'many'], '--vms: must be a'],
    [['--vms', ''], '--vms'],
    [['--vms'], '--vms'],
    [['--port', '-1'], '--port'],
    [['--refresh-reuse', 'maybe'], '--refresh-reuse'],
    [['--base-path', 'v1'], '--base-path'],
    [['--colour'], '--colour'],
    [['extra'], 'extra'],
  ])('explains what is wrong with %j', (argv, words) => {
    expect(complaint(...argv)).toContain(words);
  });

  it('explains in its help every word that it takes', () => {
    const help = helpText();
    for (const [key, schema] of Object.entries(behaviourSchema.shape)) {
      const words = 'options' in schema ? schema.options : [];
      for (const word of words) expect(help, key).toContain(word);
    }
    for (const value of Object.values(DEFAULT_BEHAVIOUR)) {
      if (typeof value === 'number') expect(help).toContain(`(${value})`);
    }
    expect(readCommand(['--help', '--vms', 'x'])).toEqual({ kind: 'help' });
  });
});
