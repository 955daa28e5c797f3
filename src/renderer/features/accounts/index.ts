export { Accounts } from './accounts.tsx';
export { SignIn } from './sign-in.tsx';
