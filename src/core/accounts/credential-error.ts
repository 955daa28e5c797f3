import { type CredentialProblem, describeProblem } from '../../shared/domain/index.ts';

/** The account's credential is out of reach. Nobody is signed out by that and nothing is deleted. */
export class CredentialError extends Error {
  override readonly name = 'CredentialError';
  readonly problem: CredentialProblem;

  constructor(problem: CredentialProblem) {
    super(describeProblem(problem).message);
    this.problem = problem;
  }
}
