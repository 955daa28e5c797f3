/* Prints the process id of its helper, then reads a credential. Argument: the account. */
import { systemClock } from '../../src/core/clock.ts';
import { silentLog } from '../../src/core/log.ts';
import { forkHelper, openKeychain } from '../../src/core/vault/index.ts';

const [account = ''] = process.argv.slice(2);
const spawn = forkHelper();
const { vault, dispose } = openKeychain({
  clock: systemClock,
  log: silentLog,
  spawnHelper(onMessage, onExit) {
    const helper = spawn((message) => {
      // The first message means ready: the call starts.
      process.stdout.write(`${helper.pid}\n`);
      onMessage(message);
    }, onExit);
    return helper;
  },
});
await vault.read(account, { expected: false });
dispose();
