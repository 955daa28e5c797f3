import { config } from 'zod';
import { runProcess } from './process.ts';

// Compiling a schema pays after thousands of values; a command reads a few.
config({ jitless: true });
// Not awaited: the commands' files import this one, so they would wait for it in turn.
void runProcess();
