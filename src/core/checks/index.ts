export { decideChecks, nodeAction, UPDATES_OFF } from './decide.ts';
export { diagnosticsText, systemVersions } from './diagnostics.ts';
export {
  type AccountFacts,
  type DesktopFacts,
  type Facts,
  type ProxyUse,
  serviceFacts,
  sshFacts,
} from './facts.ts';
export { shapesText } from './shapes.ts';
