export { decideChecks } from './decide.ts';
export { diagnosticsText, systemVersions } from './diagnostics.ts';
export {
  type AccountFacts,
  type DesktopFacts,
  type Facts,
  type ProxyUse,
  serviceFacts,
  sshFacts,
} from './facts.ts';
export { messages, nodeAction } from './messages.ts';
export { shapesText } from './shapes.ts';
