import { EventEmitter } from 'node:events';
import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { temporaryFolder } from '../../core/files/testing/temporary-folder.ts';
import { createRecordingLog } from '../../core/testing/recording-log.ts';
import { markRun, recordCrashes } from './crashes.ts';

test('logs a lost GPU process and network service, but no process that ended as intended', () => {
  const source = new EventEmitter();
  const log = createRecordingLog();
  recordCrashes(source, log);
  const gone = (details: object) => source.emit('child-process-gone', {}, details);
  gone({ type: 'GPU', reason: 'crashed', exitCode: 139 });
  gone({ type: 'Utility', name: 'Network Service', reason: 'oom', exitCode: 5 });
  gone({ type: 'Utility', name: 'Audio Service', reason: 'clean-exit', exitCode: 0 });
  gone({ type: 'Utility', name: 'GPU Tray keychain', reason: 'killed', exitCode: 9 });
  expect(log.lines).toEqual([
    'process.gone {"type":"GPU","reason":"crashed","code":139}',
    'process.gone {"type":"Network Service","reason":"oom","code":5}',
  ]);
});

test('a run that did not quit is logged at the next start, and one that did is not', async () => {
  const folder = await temporaryFolder();
  const log = createRecordingLog();
  const start = () => markRun(folder, log);
  await (await start())();
  expect(await readdir(folder)).toEqual([]);
  await start();
  expect(log.lines).toEqual([]);
  await (await start())();
  expect(log.lines).toEqual(['app.endedUnexpectedly {}']);
});

test('a folder that cannot be written does not keep the app from starting', async () => {
  const log = createRecordingLog();
  const end = await markRun(join(await temporaryFolder(), 'missing', '\0'), log);
  await end();
  expect(log.lines[0]).toMatch(/^app\.notMarked /);
});
