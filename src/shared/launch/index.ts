export * from './launch.ts';
export * from './nodes.ts';
