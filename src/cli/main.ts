import { runProcess } from './process.ts';

// Not awaited: the commands' files import this one, so they would wait for it in turn.
void runProcess();
