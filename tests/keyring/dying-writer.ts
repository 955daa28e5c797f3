/* Writes a credential from stdin within Windows' limit, and kills itself before the n-th keychain change. Arguments: account, n. */
import { flushCompileCache } from 'node:module';
import { text } from 'node:stream/consumers';
import { systemClock } from '../../src/core/clock.ts';
import { silentLog } from '../../src/core/log.ts';
import { Secret } from '../../src/core/secret.ts';
import { forkHelper, openKeychain } from '../../src/core/vault/index.ts';
import { PATIENT } from './patient.ts';

// Killed, this process ends without writing what it compiled, for the next start.
flushCompileCache();
const [account = '', changes = ''] = process.argv.slice(2);
let left = Number(changes);
const spawn = forkHelper();
const { vault, dispose } = openKeychain({
  clock: systemClock,
  log: silentLog,
  itemLimit: 1280,
  deadlines: PATIENT,
  spawnHelper(...listeners) {
    const helper = spawn(...listeners);
    return {
      ...helper,
      send(call) {
        if (call.op !== 'get') {
          if (left === 0) process.kill(process.pid, 'SIGKILL');
          left -= 1;
        }
        helper.send(call);
      },
    };
  },
});
await vault.write(account, new Secret(await text(process.stdin)));
dispose();
