export * from './armed-record.ts';
export * from './armed-stop.ts';
export * from './armed-view.ts';
export * from './auto-stop.ts';
export * from './default-stop.ts';
export * from './on-vm.ts';
export * from './parse-auto-stop.ts';
