import { z } from 'zod';
import { argument } from './argument.ts';
import type { Lifecycle } from './lifecycle.ts';
import { createMessageBoxes, type HostMessageBoxes } from './message-boxes.ts';
import { strict } from './strict.ts';
import type { HostWindows } from './windows.ts';

const text = z.string();

/** The boxes that the system draws, recorded. */
export interface HostDialog {
  readonly module: object;
  readonly questions: Pick<HostMessageBoxes, 'states' | 'answer'>;
  errorBoxes(): { title: string; content: string }[];
}

export function createDialog(lifecycle: Lifecycle, windows: Pick<HostWindows, 'open'>): HostDialog {
  const errorBoxes: { title: string; content: string }[] = [];
  const questions = createMessageBoxes(lifecycle, windows);
  return {
    module: strict('dialog', {
      showMessageBox: questions.show,
      showErrorBox(title: unknown, content: unknown) {
        const box = {
          title: argument('dialog.showErrorBox', text, title),
          content: argument('dialog.showErrorBox', text, content),
        };
        errorBoxes.push(box);
        // Electron does the same where there is no display.
        process.stderr.write(`${box.title}\n${box.content}\n`);
      },
    }),
    questions,
    errorBoxes: () => [...errorBoxes],
  };
}
