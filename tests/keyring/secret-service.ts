import { run } from './daemon.ts';

const SERVICE = '/org/freedesktop/secrets';
const COLLECTION = `${SERVICE}/collection/login`;

/** The Secret Service of a session, asked over its bus as other programs do, without keytar. */
export interface SecretService {
  /** How the login keyring is, or that the service has none; `no service` when nobody answers on the bus. */
  state(): Promise<'unlocked' | 'locked' | 'no keyring' | 'no service'>;
  lock(): Promise<void>;
  /** The bus paths of the items with these attributes, whether they can be read or not. */
  items(attributes: Readonly<Record<string, string>>): Promise<string[]>;
}

export function secretService(env: Readonly<Record<string, string>>): SecretService {
  const call = (object: string, method: string, ...args: string[]) =>
    run(
      [
        'gdbus',
        'call',
        '--session',
        '--timeout=20',
        '--dest=org.freedesktop.secrets',
        `--object-path=${object}`,
        `--method=${method}`,
        ...args,
      ],
      env,
    );
  return {
    async state() {
      const property = ['org.freedesktop.Secret.Collection', 'Locked'] as const;
      const get = 'org.freedesktop.DBus.Properties.Get';
      try {
        const answer = await call(COLLECTION, get, ...property);
        return answer.includes('true') ? 'locked' : 'unlocked';
      } catch (error) {
        return String(error).includes('Object does not exist') ? 'no keyring' : 'no service';
      }
    },
    async lock() {
      await call(SERVICE, 'org.freedesktop.Secret.Service.Lock', `['${COLLECTION}']`);
    },
    async items(attributes) {
      const pairs = Object.entries(attributes).map(([name, value]) => `'${name}': '${value}'`);
      const search = 'org.freedesktop.Secret.Service.SearchItems';
      const answer = await call(SERVICE, search, `{${pairs.join(', ')}}`);
      return [...answer.matchAll(/\/org\/freedesktop\/secrets\/[\w/]+/g)].map(([path]) => path);
    },
  };
}
