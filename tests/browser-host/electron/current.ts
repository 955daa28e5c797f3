import { absent } from './strict.ts';

let parts: Readonly<Record<string, object>> | null = null;

/** Says what `import … from 'electron'` gives in this process. */
export function installElectron(installed: Readonly<Record<string, object>>): void {
  parts = installed;
}

/** A part of Electron; one that this host does not have throws as soon as it is used. */
export function electronPart(name: string): object {
  if (parts === null) throw new Error('Electron was imported before it was installed');
  return parts[name] ?? absent(name);
}
