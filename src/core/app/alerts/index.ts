export { alertNotifications, endNotifications } from './alert-notifications.ts';
export { startAlerts } from './alerts.ts';
