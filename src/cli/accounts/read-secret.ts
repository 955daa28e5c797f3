import { unlessAborted } from '../../core/clock.ts';
import { Secret } from '../../core/secret.ts';
import { refuse } from '../errors.ts';
import { type SecretName, secretInput } from '../messages.ts';
import type { CredentialSource } from '../options.ts';
import { readLine, type SecretInput, type SecretPorts } from '../read-line.ts';

/** Far more than any key or password; a whole file piped in by mistake is refused. */
const MAX_BYTES = 64 * 1024;

async function fromPipe(input: SecretInput): Promise<string> {
  const chunks: Buffer[] = [];
  let bytes = 0;
  for await (const chunk of input) {
    const buffer = Buffer.from(chunk);
    bytes += buffer.byteLength;
    if (bytes > MAX_BYTES) refuse(secretInput.tooLong);
    chunks.push(buffer);
  }
  return Buffer.concat(chunks).toString('utf8');
}

export const secretName = ({ kind }: CredentialSource): SecretName =>
  kind === 'apiKey' ? 'API key' : 'password';

/** A key is trimmed, and refused where no header can carry it (RFC 6750, 2.1). */
function toSecret(name: SecretName, line: string): Secret {
  const isKey = name === 'API key';
  const value = isKey ? line.trim() : line;
  if (isKey && !/^[\x21-\x7e]*$/.test(value)) refuse(secretInput.invalidKey);
  if (value === '') refuse(secretInput.empty(name));
  return new Secret(value);
}

/** One line for each name. Drops the final line break, and the byte order mark that PowerShell puts in front. */
async function pipedLines(
  names: readonly SecretName[],
  { input, signal }: SecretPorts,
): Promise<readonly string[]> {
  const text = await unlessAborted(fromPipe(input), signal);
  const lines = text
    .replace(/^\ufeff/, '')
    .replace(/\r?\n$/, '')
    .split(/\r?\n/);
  if (lines.length > names.length || /[\r\0]/.test(lines.join()))
    refuse(secretInput.severalLines(names));
  return lines;
}

/** Reads credentials from standard input: piped in, a line each, or typed unseen. @throws CommandError, with exit code 2 on Ctrl-C; the signal's reason */
export async function readSecrets(
  names: readonly SecretName[],
  ports: SecretPorts,
): Promise<readonly Secret[]> {
  const secrets: Secret[] = [];
  const lines = ports.input.isTTY || names.length === 0 ? null : await pipedLines(names, ports);
  for (const [index, name] of names.entries()) {
    const line =
      lines === null ? await readLine(secretInput.prompt(name), ports, true) : (lines[index] ?? '');
    secrets.push(toSecret(name, line));
  }
  return secrets;
}

export async function readSecret(name: SecretName, ports: SecretPorts): Promise<Secret> {
  const [secret] = await readSecrets([name], ports);
  return secret ?? refuse(secretInput.empty(name));
}
