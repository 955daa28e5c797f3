import { report } from './measure.ts';
import { benchPanels } from './panels.ts';
import { benchPolls } from './polls.ts';
import { benchStarts } from './starts.ts';

const measurements = [...(await benchStarts()), ...(await benchPolls()), ...(await benchPanels())];
console.log(report(measurements));
