import { addressOf, parseBaseUrl } from '../../core/providers/index.ts';
import { PROVIDER_IDS, PROVIDERS } from '../../shared/providers/providers.ts';
import { refuse } from '../errors.ts';
import { signIn as messages, secretInput, usage } from '../messages.ts';
import { type CredentialSource, isEmail } from '../options.ts';
import { readLine, type SecretPorts } from '../read-line.ts';

/** The answer without spaces. @throws CommandError on Ctrl-C and at the end of the input */
async function ask(question: string, ports: SecretPorts, isOptional = false): Promise<string> {
  const typed = (await readLine(question, ports))?.trim() ?? null;
  return typed === null || (typed === '' && !isOptional) ? refuse(secretInput.canceled) : typed;
}

async function askProvider(ports: SecretPorts) {
  ports.prompt(`${messages.where}\n`);
  for (const [index, id] of PROVIDER_IDS.entries())
    ports.prompt(`  ${index + 1}  ${messages.place(PROVIDERS[id])}\n`);
  while (true) {
    const typed = (await ask(messages.number, ports)).toLowerCase();
    const found = PROVIDER_IDS.find((id, index) =>
      [id, `${index + 1}`, PROVIDERS[id].name.toLowerCase()].includes(typed),
    );
    if (found !== undefined) return found;
  }
}

/** Asks at a terminal where the user rents, and shows where keys are made. @throws CommandError without a terminal */
export async function askCredential(ports: SecretPorts): Promise<CredentialSource> {
  if (!ports.input.isTTY) return refuse(usage.seeHelp(usage.loginCredential, 'login'));
  const provider = await askProvider(ports);
  const { signIn, keys } = PROVIDERS[provider];
  const base = parseBaseUrl(addressOf(provider) ?? (await ask(messages.serviceUrl, ports)));
  if (!base.ok) return refuse(base.message);
  const email = signIn.includes('login') ? await ask(messages.email, ports, true) : '';
  // Such as an API key, which is not sent.
  if (email !== '' && !isEmail(email)) return refuse(messages.notEmail);
  if (email !== '') return { provider, baseUrl: base.url, kind: 'login', email };
  ports.prompt(`${messages.keys(keys)}\n`);
  return { provider, baseUrl: base.url, kind: 'apiKey' };
}
