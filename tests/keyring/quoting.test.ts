import { inspect } from 'node:util';
import { expect, onTestFinished, test } from 'vitest';
import { Secret } from '../../src/core/secret.ts';
import { type BusCall, serveOnBus, Writer } from '../tray-host/dbus.ts';
import { ACCOUNT, sharedKeyring } from './fixture.ts';

const { session, open } = sharedKeyring();

const CANARY = 'canary-7f3a-"never"-to-be-seen-'.repeat(3);

test.each([
  ['whole', Number.POSITIVE_INFINITY],
  ['in parts', 64],
])('a refusal that quotes a credential stored %s is not passed on', async (_, itemLimit) => {
  await session().kill();
  const quoted: string[] = [];
  const answer = ({ member, body }: BusCall) => {
    // Without encryption, the session has no data and any path.
    if (member.endsWith('.OpenSession') && body.includes('plain'))
      return {
        signature: 'vo',
        bytes: new Writer().signature('s').text('').text('/org/freedesktop/secrets/s').take(),
      };
    const none = () => {};
    if (member.endsWith('.SearchItems'))
      return { signature: 'aoao', bytes: new Writer().array(4, none).array(4, none).take() };
    if (!member.endsWith('.CreateItem')) return null;
    const text = `Quota exceeded by ${body.toString('latin1').replaceAll(/[^ -~]+/g, ' ')}`;
    quoted.push(text);
    return text;
  };
  const service = await serveOnBus(
    session().env['DBUS_SESSION_BUS_ADDRESS'] ?? '',
    'org.freedesktop.secrets',
    answer,
  );
  onTestFinished(() => service.close());
  const { vault, logged, stderr } = open({ itemLimit });
  const problem = await vault.write(ACCOUNT, new Secret(CANARY));
  expect(quoted.join()).toContain('canary-7f3a');
  expect(logged.join()).toContain('Quota exceeded');
  expect(problem).not.toBeNull();
  for (const shown of [logged.join(), stderr.join(), inspect(problem, { showHidden: true })])
    expect(shown).not.toContain('canary');
});
