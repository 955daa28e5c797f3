export { LoginSettings } from './login-settings.tsx';
export { NameSettings } from './name-settings.tsx';
export { ProgramSettings } from './program-settings.tsx';
