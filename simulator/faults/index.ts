export { bend } from './bend.ts';
export {
  createFaultBoard,
  type FaultBoard,
  type OnMatch,
  type PlacedFault,
} from './board.ts';
export { answerInstead } from './replace.ts';
export {
  type BendingFault,
  type FaultInput,
  type FaultKind,
  faultSchema,
  type ReplacingFault,
} from './schema.ts';
