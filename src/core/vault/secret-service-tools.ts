import { SERVICE_NAME } from './keytar-protocol.ts';

/** A question to the Secret Service of the session bus. None of them opens a prompt or reads a secret. */
export type SecretServiceQuestion =
  | { readonly ask: 'defaultCollection' }
  | { readonly ask: 'locked'; readonly collection: string }
  | { readonly ask: 'search'; readonly item: string };

/** A program that puts such a question on the bus. */
export interface BusTool {
  readonly program: string;
  args(question: SecretServiceQuestion): readonly string[];
}

const BUS_NAME = 'org.freedesktop.secrets';
const ROOT = '/org/freedesktop/secrets';
const SERVICE = 'org.freedesktop.Secret.Service';
const COLLECTION = 'org.freedesktop.Secret.Collection';
const PROPERTIES = 'org.freedesktop.DBus.Properties';

const dbusSend: BusTool = {
  program: 'dbus-send',
  args(question) {
    const to = ['--session', '--print-reply', `--dest=${BUS_NAME}`];
    switch (question.ask) {
      case 'defaultCollection':
        return [...to, ROOT, `${SERVICE}.ReadAlias`, 'string:default'];
      case 'locked': {
        const property = [`string:${COLLECTION}`, 'string:Locked'];
        return [...to, question.collection, `${PROPERTIES}.Get`, ...property];
      }
      case 'search': {
        const attributes = `service,${SERVICE_NAME},account,${question.item}`;
        return [...to, ROOT, `${SERVICE}.SearchItems`, `dict:string:string:${attributes}`];
      }
    }
  },
};

const gdbus: BusTool = {
  program: 'gdbus',
  args(question) {
    const call = (object: string, method: string, ...args: string[]) => [
      ...['call', '--session', `--dest=${BUS_NAME}`],
      ...[`--object-path=${object}`, `--method=${method}`, ...args],
    ];
    switch (question.ask) {
      case 'defaultCollection':
        return call(ROOT, `${SERVICE}.ReadAlias`, 'default');
      case 'locked':
        return call(question.collection, `${PROPERTIES}.Get`, COLLECTION, 'Locked');
      case 'search': {
        const attributes = `{'service': '${SERVICE_NAME}', 'account': '${question.item}'}`;
        return call(ROOT, `${SERVICE}.SearchItems`, attributes);
      }
    }
  },
};

const busctl: BusTool = {
  program: 'busctl',
  args(question) {
    const to = ['--user', '--json=short'];
    switch (question.ask) {
      case 'defaultCollection':
        return [...to, 'call', BUS_NAME, ROOT, SERVICE, 'ReadAlias', 's', 'default'];
      case 'locked':
        return [...to, 'get-property', BUS_NAME, question.collection, COLLECTION, 'Locked'];
      case 'search': {
        const attributes = ['2', 'service', SERVICE_NAME, 'account', question.item];
        return [...to, 'call', BUS_NAME, ROOT, SERVICE, 'SearchItems', 'a{ss}', ...attributes];
      }
    }
  },
};

/** In the order in which they are tried: at least one of them is on every desktop we know of. */
export const BUS_TOOLS: readonly BusTool[] = [dbusSend, gdbus, busctl];

/*
 * The three print the same answers in three notations (`array [ object path "/x" ]`, `([objectpath '/x'], @ao [])`,
 * `{"type":"aoao","data":[["/x"],[]]}`). Reading only what they have in common serves all three.
 */

/** The object path in an answer; `/` stands for "none". */
export function readPath(answer: string): string | undefined {
  return /["'](\/[A-Za-z0-9_/]*)["']/.exec(answer)?.[1];
}

/** Whether the answer says true or false; undefined: neither. */
export function readBoolean(answer: string): boolean | undefined {
  const word = /\b(true|false)\b/.exec(answer)?.[1];
  return word === undefined ? undefined : word === 'true';
}

/** How many items were found in open and in locked collections. */
export function readSearch(answer: string): { open: number; locked: number } | undefined {
  const [open, locked] = [...answer.matchAll(/\[([^[\]]*)\]/g)].map(
    ([, paths = '']) => paths.match(/\/org\//g)?.length ?? 0,
  );
  return open === undefined || locked === undefined ? undefined : { open, locked };
}
