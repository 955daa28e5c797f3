import { HELP, readArguments } from './arguments.ts';
import { runDemo } from './run-demo.ts';

const say = (text: string) => void process.stdout.write(text);

try {
  const wanted = readArguments(process.argv.slice(2));
  if (wanted.isHelp) say(HELP);
  else await runDemo(wanted, say);
} catch (error) {
  process.stderr.write(`demo: ${error instanceof Error ? error.message : String(error)}\n`);
  process.exitCode = 1;
}
