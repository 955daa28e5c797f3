export { SpendHeader, useTotalRate } from './spend-header.tsx';
