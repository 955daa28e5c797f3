import { release } from 'node:os';
import { isDeepStrictEqual } from 'node:util';
import { z } from 'zod';
import type { Check } from '../../shared/diagnostics/check.ts';
import { confirmedVms } from '../../shared/domain/account-state.ts';
import type { Problem } from '../../shared/domain/problem.ts';
import {
  DEFAULT_PREFERENCES,
  PREFERENCES,
  type PreferenceName,
} from '../../shared/settings/preferences.ts';
import type { AppState } from '../../shared/state/index.ts';

export function systemVersions(): string {
  const { electron, chrome, node } = process.versions;
  const parts = { electron, chrome, node };
  const versions = Object.entries(parts).flatMap(([name, version]) =>
    version === undefined ? [] : `${name} ${version}`,
  );
  return [`${process.platform} ${release()} ${process.arch}`, ...versions].join(', ');
}

const stateOf = (problem: Problem | null) => problem?.kind ?? 'ok';

/** Typed text appears as "set" only. */
function setting(name: PreferenceName, value: unknown): string {
  const isWord = PREFERENCES[name].schema() instanceof z.ZodLiteral;
  const isChoice = isWord || typeof value === 'boolean' || value === null;
  return `${name}: ${isChoice ? String(value) : 'set'}`;
}

/** States and versions for a public bug report: no names, addresses, amounts, typed text, credentials, or texts of the checks. */
export function diagnosticsText(
  state: AppState,
  checks: readonly Check[],
  errors: readonly string[],
): string {
  const { environment, accounts, snapshots, ssh, preferences } = state;
  const names = Object.keys(PREFERENCES) as PreferenceName[];
  const changed = names.filter(
    (name) => !isDeepStrictEqual(preferences[name], DEFAULT_PREFERENCES[name]),
  );
  return [
    `GPU Tray ${environment.version}`,
    `System: ${systemVersions()}`,
    `Tray: ${environment.hasTray ? 'shown' : 'not shown'}`,
    `Network: ${environment.isOnline ? 'online' : 'offline'}`,
    `Keychain: ${state.keychain}`,
    ...accounts.map(({ id, provider, credential, storedIn }, index) => {
      const snapshot = snapshots[id];
      const count = snapshot?.vms.value ? confirmedVms(snapshot).length : '?';
      const vms = `${count} ${count === 1 ? 'VM' : 'VMs'} (${stateOf(snapshot?.vms.problem ?? null)})`;
      const spend = `spend ${stateOf(snapshot?.spend.problem ?? null)}`;
      return `Account ${index + 1}: ${provider}, ${credential}, kept in ${storedIn}, ${vms}, ${spend}`;
    }),
    ...checks.map(({ id, state }) => `Check ${id}: ${state}`),
    `Open alerts: ${state.alerts.length}`,
    `Short SSH names: ${ssh.include}`,
    `Terminals: ${ssh.terminals.map(({ id }) => id).join(', ') || 'none'}`,
    `Editors: ${ssh.editors.map(({ id }) => id).join(', ') || 'none'}`,
    ...changed.map((name) => setting(name, preferences[name])),
    ...(errors.length === 0 ? [] : ['Recent errors (UTC):', ...errors]),
    '',
  ].join('\n');
}
