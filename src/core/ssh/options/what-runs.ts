import { isHarmless } from './harmless.ts';
import { type OptionLine, optionLine } from './option-line.ts';

/** Where an option may run something: on this computer, on the VM, or nobody here knows. */
export type RunsWhere = 'here' | 'onVm' | 'unknown';

/** A further option that names, or may name, something to be run or loaded at a login: for some keywords its value tells. */
export interface RunningOption {
  /** As our configuration holds it. */
  readonly line: OptionLine;
  readonly where: RunsWhere;
}

interface Rule {
  readonly where: RunsWhere;
  /** Values that name nothing to run or load. It tells of a whole value: what only looks like one is another to ssh. */
  readonly empty: RegExp;
}

const COMMAND: Rule = { where: 'here', empty: /^none$/i };

const USER = '[A-Za-z0-9_][A-Za-z0-9_.+-]*';
const HOST = '(?:[A-Za-z0-9_][A-Za-z0-9_.-]*|\\[[0-9A-Fa-f:.]+\\])';
const JUMP = `(?:ssh://)?(?:${USER}@)?${HOST}(?::[0-9]{1,5})?/?`;

/** What ssh takes away around and within a word, or may: `pk"cs11:…"` is `pkcs11:…` to it. */
const QUOTING = `["'\\\\\\s]*`;

/**
 * The ssh of Fedora and RHEL takes an RFC 7512 URI for an identity, with the library to load in its `module-path`, or the
 * default one (their openssh-8.0p1-pkcs11-uri.patch). Not so for a CertificateFile. Any case: rather asked once too often.
 */
const IDENTITY: Rule = {
  where: 'here',
  empty: new RegExp(`^(?!${[...'pkcs11:'].map((letter) => QUOTING + letter).join('')})`, 'i'),
};

/**
 * By lower-case keyword. A jump and a user are here because ssh puts both into a line for the shell: it jumps by a ProxyCommand
 * of its own making, and a command may hold `%r`. So `ProxyJump $(x)@host` runs `x` (measured with OpenSSH 9.2). Since 9.6 ssh
 * looks at such names on its command line, but not at those in a file.
 */
const RULES: ReadonlyMap<string, Rule> = new Map([
  ['proxycommand', COMMAND],
  ['localcommand', COMMAND],
  ['knownhostscommand', COMMAND],
  ['permitlocalcommand', { where: 'here', empty: /^(?:no|false)$/i }],
  ['pkcs11provider', COMMAND],
  ['smartcarddevice', COMMAND],
  ['securitykeyprovider', { where: 'here', empty: /^(?:none|internal)$/i }],
  ['identityfile', IDENTITY],
  ['identityfile2', IDENTITY],
  ['xauthlocation', { where: 'here', empty: /^(?!)$/ }],
  ['proxyjump', { where: 'here', empty: new RegExp(`^(?:none|${JUMP}(?:,${JUMP})*)$`, 'i') }],
  ['user', { where: 'here', empty: new RegExp(`^${USER}(?:@${USER})?$`) }],
  ['remotecommand', { where: 'onVm', empty: /^none$/i }],
]);

/**
 * What a further option runs; null when that is nothing for sure. Only keywords known to be harmless are: one that a later ssh
 * brings may run anything.
 * @param option one that `sshOptionProblem` finds nothing against
 */
export function runningOption(option: string): RunningOption | null {
  const line = optionLine(option);
  if (line === null) return { line: [option.trim(), ''], where: 'unknown' };
  const [name, value] = line;
  const keyword = name.toLowerCase();
  if (isHarmless(keyword)) return null;
  const rule = RULES.get(keyword);
  if (rule === undefined) return { line, where: 'unknown' };
  return rule.empty.test(value) ? null : { line, where: rule.where };
}
