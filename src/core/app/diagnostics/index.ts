export { startDiagnostics } from './diagnose.ts';
