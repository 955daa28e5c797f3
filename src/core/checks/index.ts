export { decideChecks, nodeAction } from './decide.ts';
export { diagnosticsText, systemVersions } from './diagnostics.ts';
export {
  type DesktopFacts,
  type Facts,
  type ProxyUse,
  serviceFacts,
  sshFacts,
} from './facts.ts';
export { shapesText } from './shapes.ts';
