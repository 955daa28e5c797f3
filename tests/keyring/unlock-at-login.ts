import { connect } from 'node:net';

const UNLOCK = 1;
const RESULTS = ['unlocked', 'denied', 'failed', 'no daemon'] as const;

/**
 * Unlocks the login keyring of a running gnome-keyring-daemon as its PAM module does at login: over the control socket,
 * without a prompt. The protocol is `gkd-control-codes.h` of gnome-keyring: one zero byte for the credentials, then a
 * packet of big-endian 32-bit numbers (its own length, the operation, the length of the password) and the password.
 *
 * @throws when the daemon refuses, for instance a wrong password
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
      socket.destroy(new Error('The keyring daemon does not answer')),
    );
    socket.on('data', (data) => received.push(data));
    socket.on('error', reject);
    socket.on('end', () => resolve(Buffer.concat(received)));
  });
  const result = reply.length === 8 ? RESULTS[reply.readUInt32BE(4)] : 'no answer';
  if (result !== 'unlocked') throw new Error(`The keyring did not unlock: ${result}`);
}
