import type { Settings, SettingsFile } from '../../settings/index.ts';
import { refuse } from '../refusal-error.ts';
import type { Consent } from './consent.ts';
import { type NamedProgram, newPrograms } from './new-programs.ts';
import { programQuestion } from './program-question.ts';

/**
 * The settings for whoever changes them from the panel: whatever the change, a program that it brings is asked about first.
 * Also rejects with a RefusalError, and then the file is as it was.
 */
export function withConsent(settings: SettingsFile, consent: Consent): SettingsFile {
  async function agreedTo(change: (settings: Settings) => Settings) {
    const { settings: before, isReadOnly } = await settings.load();
    const programs = newPrograms(before, change(before));
    // What cannot be stored anyway is refused with the reason, and not asked about.
    if (isReadOnly || programs.length === 0) return [];
    const asked = programQuestion(programs);
    if (asked.state === 'unshowable') refuse('unshowable', asked.message, asked.action);
    else await consent.ask(asked.question);
    return programs;
  }

  /** The file is read anew when it is changed: what it lost meanwhile would be brought by this change, unasked. */
  function checked(change: (settings: Settings) => Settings, agreed: readonly NamedProgram[]) {
    const keys = new Set(agreed.map(({ key }) => key));
    return (before: Settings): Settings => {
      const after = change(before);
      if (!newPrograms(before, after).every(({ key }) => keys.has(key)))
        refuse('changed', 'The settings were changed by another program just now.', 'Try again.');
      return after;
    };
  }

  return {
    load: settings.load,
    update: async (change) => settings.update(checked(change, await agreedTo(change))),
    forget: async (change) => settings.forget(checked(change, await agreedTo(change))),
  };
}
