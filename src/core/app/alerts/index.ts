export { startAlerts } from './alerts.ts';
