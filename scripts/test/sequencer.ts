import { BaseSequencer, type TestSpecification } from 'vitest/node';

/** Files that take longest: those that wait beside those that compute, so that no core is idle. Started late, one would run on alone. */
const LONGEST = [
  'tests/contract/behaviors/behaviors.test.ts',
  'tests/contract/cli-rent.test.ts',
  'tests/contract/holders/holders.test.ts',
  'tests/contract/canary.test.ts',
  'tests/contract/cli-ssh.test.ts',
  'tests/contract/cli-login.test.ts',
  'tests/contract/cli-login-terminal.test.ts',
  'tests/contract/commands-of-pages.test.ts',
  'tests/contract/watch.test.ts',
  'tests/contract/cli-process.test.ts',
  'scripts/demo/demo.test.ts',
  'tests/browser-host/hostile-services.test.ts',
  'tests/packaging/pack.test.ts',
  'scripts/soak.test.ts',
  'tests/packaging/cli.test.ts',
  'tests/ssh/own-config.test.ts',
  'tests/ssh/hostile.test.ts',
  'tests/ssh/armed-application.test.ts',
  'tests/browser-host/bridge.test.ts',
  'tests/terminals/linux-terminals.test.ts',
  'tests/browser-host/built-app.test.ts',
  'tests/ssh/gpu-load.test.ts',
  'tests/ssh/login.test.ts',
  'tests/ssh/armed-busybox.test.ts',
  'tests/ssh/armed-dash.test.ts',
];

const rank = ({ moduleId }: TestSpecification) => {
  const at = LONGEST.findIndex((path) => moduleId.endsWith(`/${path}`));
  return at === -1 ? LONGEST.length : at;
};

/**
 * Vitest's order, by size where no earlier run has measured the files, after the longest ones of the same project. First the project
 * with the longest file; the files of a project follow each other, since another one needs other workers.
 */
export class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const sorted = await super.sort(files);
    const byRank = sorted.toSorted((a, b) => rank(a) - rank(b));
    const projects = [...new Set(byRank.map(({ project }) => project))];
    return projects.flatMap((project) =>
      sorted.filter((each) => each.project === project).toSorted((a, b) => rank(a) - rank(b)),
    );
  }
}
