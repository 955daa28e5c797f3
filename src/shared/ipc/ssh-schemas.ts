import { z } from 'zod';
import { TEMPLATES } from '../domain/index.ts';

// What may be said of a login, in a request and in the settings file alike. Only main and core load this file: zod has no
// place in the panel's first screen.

/** Characters that end a line or a quoted word of ssh_config(5), or hide what it says. */
const HARMFUL = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}"]/u;

/** These begin another block or another file: a line of them would change hosts that are not ours. */
const NOT_AN_OPTION = ['host', 'match', 'include'];
/** These say who a VM is, and GPU Tray sets them: otherwise a recycled address would cry wolf, or an impostor would not. */
const OURS = ['hostname', 'hostkeyalias', 'userknownhostsfile'];

/** A further line of ssh_config(5) for the VMs' blocks: `Keyword value`. */
export const sshOption = z
  .string()
  .trim()
  .max(1_000)
  .regex(
    /^[A-Za-z][A-Za-z0-9]{1,40}\s*[ =]\s*\S/,
    'An option is a keyword and a value, such as ServerAliveInterval 30.',
  )
  .refine((line) => !/[\p{Cc}\p{Zl}\p{Zp}]/u.test(line), 'An option is one line.')
  // An open quote would be an error of the whole configuration, not of this line alone.
  .refine((line) => line.split('"').length % 2 === 1, 'A quote is not closed.')
  .refine(
    (line) => !NOT_AN_OPTION.includes(keywordOf(line)),
    'Host, Match and Include would change other hosts, so they belong into your own configuration.',
  )
  .refine(
    (line) => !OURS.includes(keywordOf(line)),
    'HostName, HostKeyAlias and UserKnownHostsFile are set by GPU Tray.',
  );

function keywordOf(line: string): string {
  return (/^[A-Za-z0-9]*/.exec(line)?.[0] ?? '').toLowerCase();
}

export const sshLoginSchema = z.strictObject({
  user: z
    .string()
    .regex(/^[A-Za-z_][A-Za-z0-9_.-]{0,31}$/)
    .nullable(),
  port: z.number().int().min(1).max(65_535).nullable(),
  identityFile: z
    .string()
    .trim()
    .min(1)
    .max(1_024)
    .refine(
      (path) => !HARMFUL.test(path) && !path.startsWith('-'),
      'This is not the path of a key file.',
    )
    .nullable(),
  options: z.array(sshOption).max(32),
});

/** Where an editor opens on the VM: absolute, or below the home folder. */
export const remoteFolderSchema = z
  .string()
  .trim()
  .max(1_024)
  .regex(/^(\/|~)/)
  .refine((path) => !HARMFUL.test(path));

export const templateSchema = z.literal(TEMPLATES);
