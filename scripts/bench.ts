import { benchHistory } from './bench/history.ts';
import { report } from './bench/measure.ts';
import { benchPanels } from './bench/panels.ts';
import { benchPolls } from './bench/polls.ts';
import { benchStarts } from './bench/starts.ts';
import { BROWSER, requireInstalled } from './test/requirements.ts';

requireInstalled(BROWSER);

const measurements = [
  ...(await benchStarts()),
  ...(await benchPolls()),
  ...(await benchHistory()),
  ...(await benchPanels()),
];
console.log(report(measurements));
