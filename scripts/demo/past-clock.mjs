// Imported first into the app of the demo: its clock begins 12 min in the past, and each SIGUSR2 takes it 4 min towards now. A VM that
// does nothing at each step has then been idle for long enough to be shown as such, while all times are those of this computer.

const STEP_MS = 240_000;
const { now } = Date;
let behind = 3 * STEP_MS;

Date.now = () => now() - behind;
process.on('SIGUSR2', () => {
  behind = Math.max(0, behind - STEP_MS);
});
