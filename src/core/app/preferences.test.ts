import { describe, expect, it } from 'vitest';
import { DEFAULT_PREFERENCES } from '../../shared/app/index.ts';
import { DEFAULT_SETTINGS } from '../settings/index.ts';
import { preferencesOf, withPreferences } from './preferences.ts';

describe('preferences', () => {
  it('are the defaults until something is set', () => {
    expect(preferencesOf(DEFAULT_SETTINGS)).toEqual(DEFAULT_PREFERENCES);
  });

  it('keep what was set, also an answer of "no alert"', () => {
    const change = {
      rateThreshold: null,
      theme: 'dark',
      terminal: 'kitty',
    } as const;
    const settings = withPreferences(DEFAULT_SETTINGS, change);
    expect(preferencesOf(settings)).toEqual({ ...DEFAULT_PREFERENCES, ...change });
    expect(settings.preferences).toEqual(change);
  });

  it('change one by one and leave everything else of the settings alone', () => {
    const before = {
      ...DEFAULT_SETTINGS,
      later: { kept: true },
      ssh: { user: 'a', port: 1, agent: 2 },
    };
    const after = withPreferences(withPreferences(before, { theme: 'dark' }), { shell: 'cmd' });
    expect(after).toEqual({
      ...before,
      preferences: { theme: 'dark', shell: 'cmd' },
    });
  });
});
