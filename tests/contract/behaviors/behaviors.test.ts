import { describe, expect, test } from 'vitest';
import { PROVIDERS, type ProviderId } from '../../../src/shared/providers/providers.ts';
import { filesOf, leaks } from '../leaks.ts';
import { AT_ONE, BEHAVIORS, type BehaviorName, TESTED } from './behaviors.ts';
import { startOwn } from './own.ts';

// The same list of behaviors over every provider, on the whole application against the provider's simulator.

const names = Object.keys(BEHAVIORS) as BehaviorName[];

describe.each(Object.keys(PROVIDERS) as ProviderId[])('%s', (provider) => {
  const { absent, secrets, skipped = [], ...tested } = TESTED[provider];
  const shown = names.filter(
    (name) =>
      absent[name] === undefined &&
      !skipped.includes(name) &&
      (AT_ONE[name] ?? provider) === provider,
  );

  test.each(shown)('%s', async (name) => {
    const own = await startOwn({ provider, ...tested });
    await BEHAVIORS[name](own);
    if (tested.profile === undefined) expect(own.said()).not.toMatch(/service profile/i);
  });

  test.each(Object.entries(absent))('%s is absent, and the user reads: %s', async (name, text) => {
    const own = await startOwn({ provider, ...tested });
    const behavior = names.find((each) => each === name);
    expect(behavior).toBeDefined();
    if (behavior !== undefined) await expect(BEHAVIORS[behavior](own)).rejects.toThrow();
    expect(own.said()).toContain(text);
  });

  test('shows no secret of a record in state, panel, log, history, crash or bug report', async () => {
    const own = await startOwn({ provider, ...tested });
    own.control.setVm(own.vmId, secrets);
    const { requests, panelCrashed } = own.application();
    await own.refresh();
    expect(own.phase()).toBe('running');
    const failed = own.fail(own.requests.list, { kind: 'cut-body' });
    await own.pass(3);
    failed.clear();
    expect(await own.operate(own.can('stop') ? 'stop' : 'destroy')).toBeNull();
    await own.pass(5);
    panelCrashed();
    await own.answer(requests.copyDiagnostics());
    await own.answer(requests.copyShapes());
    const said = own.said();
    await own.application().stop();
    const files = await filesOf(own.folder);
    const places = new Set(own.found.map(({ where }) => where));
    expect(places).toEqual(new Set(['log', 'panel', 'copied', ...places]));
    expect(files.map(({ where }) => where)).toContain('history.db');
    expect(said).toContain('GET /');
    const { apiKeys } = own.credentials[0];
    const hidden = ['planted', 'PLANTED_NAME', ...Object.values(apiKeys)];
    expect(leaks([...files, { where: 'app', text: said }], hidden)).toEqual([]);
  });
});
