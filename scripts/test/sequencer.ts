import { BaseSequencer, type TestSpecification } from 'vitest/node';

/** Files that take longest, in that order. Started late, one of them would run on alone at the end. */
const LONGEST = [
  'scripts/soak.test.ts',
  'scripts/demo/demo.test.ts',
  'scripts/demo/failing-electron.test.ts',
  'tests/browser-host/bridge.test.ts',
  'tests/browser-host/built-app.test.ts',
  'tests/contract/canary-watch.test.ts',
  'src/core/app/kill.real.test.ts',
];

const rank = ({ moduleId }: TestSpecification) => {
  const at = LONGEST.findIndex((path) => moduleId.endsWith(`/${path}`));
  return at === -1 ? LONGEST.length : at;
};

/** Vitest's order, by size where no earlier run has measured the files, after the longest ones of the same project. */
export class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const sorted = await super.sort(files);
    const projects = [...new Set(sorted.map(({ project }) => project))];
    return projects.flatMap((project) =>
      sorted.filter((each) => each.project === project).toSorted((a, b) => rank(a) - rank(b)),
    );
  }
}
