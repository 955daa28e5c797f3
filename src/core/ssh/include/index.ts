export type { IncludeState } from './include-text.ts';
export {
  createUserInclude,
  type IncludePreview,
  type IncludeResult,
  type UserInclude,
  type UserIncludeOptions,
} from './user-include.ts';
