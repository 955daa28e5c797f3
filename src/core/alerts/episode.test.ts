import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { ARMED, CONFIRMATIONS, type Episode, stepEpisode, type Verdict } from './episode.ts';

const VERDICTS = ['over', 'between', 'under', 'unknown'] as const satisfies readonly Verdict[];

function walk(verdicts: readonly Verdict[], from: Episode = ARMED) {
  let episode = from;
  let ids = 0;
  const happened = verdicts.map((verdict, now) => {
    const newId = () => {
      ids += 1;
      return `e${ids}`;
    };
    const step = stepEpisode(episode, verdict, { now, newId });
    episode = step.episode;
    return step.happened;
  });
  return { episode, happened };
}

describe('stepEpisode', () => {
  it('opens only when the polls in a row agree', () => {
    expect(walk(['over', 'under', 'over', 'between', 'over']).happened).not.toContain('opened');
    expect(walk(['over', 'over']).happened).toEqual([null, 'opened']);
  });

  it('stays one episode while the figure trembles around its threshold', () => {
    const { happened } = walk([
      'over',
      'over',
      'under',
      'between',
      'under',
      'over',
      'over',
      'over',
    ]);
    expect(happened.filter((what) => what !== null)).toEqual(['opened']);
  });

  it('closes when it has clearly ended, and may then open again', () => {
    const { happened } = walk(['over', 'over', 'under', 'under', 'over', 'over']);
    expect(happened).toEqual([null, 'opened', null, 'closed', null, 'opened']);
  });

  it('takes missing data for nothing at all', () => {
    expect(walk(['over', 'unknown', 'over']).happened.at(-1)).toBe('opened');
    const open = walk(['over', 'over']).episode;
    expect(walk(['unknown', 'unknown', 'unknown'], open).episode).toBe(open);
  });

  it('alternates between opened and closed, each after enough that agree', () => {
    fc.assert(
      fc.property(fc.array(fc.constantFrom(...VERDICTS), { maxLength: 200 }), (verdicts) => {
        const told: string[] = [];
        let agreeing = 0;
        let last: Verdict = 'unknown';
        walk(verdicts).happened.forEach((what, index) => {
          const verdict = verdicts[index] ?? 'unknown';
          if (verdict !== 'unknown') {
            agreeing = verdict === last ? agreeing + 1 : 1;
            last = verdict;
          }
          if (what === null) return;
          told.push(what);
          expect(verdict).toBe(what === 'opened' ? 'over' : 'under');
          expect(agreeing).toBeGreaterThanOrEqual(CONFIRMATIONS);
        });
        expect(told).toEqual(told.map((_, index) => (index % 2 === 0 ? 'opened' : 'closed')));
      }),
    );
  });
});
