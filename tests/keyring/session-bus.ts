import { readFile, writeFile } from 'node:fs/promises';
import { connect } from 'node:net';
import { join } from 'node:path';
import { run } from './daemon.ts';
import { until } from './until.ts';

/**
 * Writes the configuration of a private session bus. Its socket and services are in `dir`, so it starts neither the
 * machine's keyring nor a real password prompt.
 * @returns the command that starts the bus in the foreground, its address and its services folder
 */
export async function privateBus(
  dir: string,
): Promise<{ command: [string, ...string[]]; address: string; services: string }> {
  const address = `unix:path=${join(dir, 'bus')}`;
  const services = join(dir, 'services');
  const file = join(dir, 'bus.conf');
  await writeFile(
    file,
    `<!DOCTYPE busconfig PUBLIC "-//freedesktop//DTD D-Bus Bus Configuration 1.0//EN"
  "http://www.freedesktop.org/standards/dbus/1.0/busconfig.dtd">
<busconfig>
  <type>session</type>
  <listen>${address}</listen>
  <auth>EXTERNAL</auth>
  <servicedir>${services}</servicedir>
  <policy context="default">
    <allow send_destination="*" eavesdrop="true"/>
    <allow eavesdrop="true"/>
    <allow own="*"/>
  </policy>
  <limit name="service_start_timeout">300000</limit>
</busconfig>
`,
  );
  return {
    command: ['dbus-daemon', `--config-file=${file}`, '--nofork', '--nopidfile'],
    address,
    services,
  };
}

/** Resolves when the bus accepts connections. A keyring daemon started before never finds it. @param dir as in `privateBus` */
export const busListens = (dir: string): Promise<void> =>
  until(
    'a session bus that listens',
    () =>
      new Promise((resolve) => {
        const socket = connect(join(dir, 'bus'), () => resolve(true));
        socket.once('error', () => resolve(false));
        socket.end();
      }),
  );

const SERVICE = '/org/freedesktop/secrets';
const COLLECTION = `${SERVICE}/collection/login`;

/** The Secret Service of a session, queried over its bus without keytar. */
export interface SecretService {
  /** The state of the login keyring; `no service` when nothing responds on the bus. */
  state(): Promise<'unlocked' | 'locked' | 'no keyring' | 'no service'>;
  lock(): Promise<void>;
  /** The bus paths of the items with these attributes, in locked keyrings too. */
  items(attributes: Readonly<Record<string, string>>): Promise<string[]>;
}

export function secretService(env: Readonly<Record<string, string>>): SecretService {
  const call = (object: string, method: string, ...args: string[]) => {
    const options = ['--session', '--print-reply', '--reply-timeout=20000'];
    const to = ['--dest=org.freedesktop.secrets', object, method];
    return run(['dbus-send', ...options, ...to, ...args], env);
  };
  return {
    async state() {
      const property = ['string:org.freedesktop.Secret.Collection', 'string:Locked'];
      const get = 'org.freedesktop.DBus.Properties.Get';
      try {
        const answer = await call(COLLECTION, get, ...property);
        return answer.includes('true') ? 'locked' : 'unlocked';
      } catch (error) {
        return String(error).includes('Object does not exist') ? 'no keyring' : 'no service';
      }
    },
    async lock() {
      await call(SERVICE, 'org.freedesktop.Secret.Service.Lock', `array:objpath:${COLLECTION}`);
    },
    async items(attributes) {
      const pairs = Object.entries(attributes).flat().join();
      const search = 'org.freedesktop.Secret.Service.SearchItems';
      const answer = await call(SERVICE, search, `dict:string:string:${pairs}`);
      return [...answer.matchAll(/\/org\/freedesktop\/secrets\/[\w/]+/g)].map(([path]) => path);
    },
  };
}

/** A password prompt that opens and is not answered. */
export interface UnansweredPrompter {
  /** The number of prompts opened so far. */
  opened(): Promise<number>;
  close(): Promise<void>;
}

/**
 * Makes the bus start a prompter that never claims its name: gnome-keyring then waits as for an absent user.
 * @param dir a folder for its files
 * @param services the services folder of the bus
 */
export async function installUnansweredPrompter(
  dir: string,
  services: string,
): Promise<UnansweredPrompter> {
  const script = join(dir, 'prompter.sh');
  const pidFile = join(dir, 'prompter.pids');
  await writeFile(script, `#!/bin/sh\necho $$ >> '${pidFile}'\nexec sleep 300\n`, { mode: 0o700 });
  await writeFile(
    join(services, 'org.gnome.keyring.SystemPrompter.service'),
    `[D-BUS Service]\nName=org.gnome.keyring.SystemPrompter\nExec=${script}\n`,
  );
  const pids = async () => {
    const lines = (await readFile(pidFile, 'utf8').catch(() => '')).split('\n');
    return lines.filter((line) => /^\d+$/.test(line)).map(Number);
  };
  return {
    opened: async () => (await pids()).length,
    async close() {
      for (const pid of await pids()) {
        try {
          process.kill(pid, 'SIGKILL');
        } catch {
          // It has exited.
        }
      }
    },
  };
}

const UNLOCK = 1;
const RESULTS = ['unlocked', 'denied', 'failed', 'no daemon'] as const;

/**
 * Unlocks the login keyring over the daemon's control socket, without a prompt, as its PAM module does at login. Protocol:
 * `gkd-control-codes.h` of gnome-keyring. One zero byte for the credentials, then a packet of big-endian 32-bit numbers
 * (packet length, operation, password length) and the password.
 * @throws Error when the daemon refuses, such as for a wrong password
 */
export async function unlockAtLogin(controlSocket: string, password: string): Promise<void> {
  const secret = Buffer.from(password);
  const packet = Buffer.alloc(12 + secret.length);
  packet.writeUInt32BE(packet.length, 0);
  packet.writeUInt32BE(UNLOCK, 4);
  packet.writeUInt32BE(secret.length, 8);
  secret.copy(packet, 12);

  const reply = await new Promise<Buffer>((resolve, reject) => {
    const received: Buffer[] = [];
    const socket = connect(controlSocket, () => {
      socket.write(Buffer.concat([Buffer.of(0), packet]));
    });
    socket.setTimeout(20_000, () =>
      socket.destroy(new Error('The keyring daemon is not responding')),
    );
    socket.on('data', (data) => received.push(data));
    socket.on('error', reject);
    socket.on('end', () => resolve(Buffer.concat(received)));
  });
  const result = reply.length === 8 ? RESULTS[reply.readUInt32BE(4)] : 'no reply';
  if (result !== 'unlocked') throw new Error(`The keyring did not unlock: ${result}`);
}
