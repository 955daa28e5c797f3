import { report } from './measure.ts';
import { benchPolls } from './polls.ts';
import { benchStarts } from './starts.ts';

console.log(report([...(await benchStarts()), ...(await benchPolls())]));
