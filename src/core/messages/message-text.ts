import { isIPv6 } from 'node:net';
import { clipped, printable } from '../../shared/format/index.ts';
import { asOfTime } from '../../shared/polling/freshness.ts';
import type { Message } from '../events/index.ts';
import type { MessageAddress } from './address.ts';

/** The shortest limit is Discord's, 2,000 characters; names take a part of it. */
const MAX_SUMMARY = 1_500;
const MAX_LINE = 300;

/** An IP address never leaves this computer, whatever a VM is named. */
const withoutAddresses = (text: string) =>
  text
    .replaceAll(/\b\d{1,3}(?:\.\d{1,3}){3}\b/g, '…')
    .replaceAll(/[\da-f]*:[\da-f:]*[\da-f]/gi, (found) => (isIPv6(found) ? '…' : found));

/** A VM's name may hold a URL, which no reader shall open by a tap: a word joiner keeps it from being one. */
const withoutLinks = (text: string) => text.replaceAll('://', ':\u2060//');

const line = (text: string) => clipped(withoutLinks(withoutAddresses(printable(text))), MAX_LINE);

/** All waiting messages as one message, as far as they fit. */
export function nextTogether(waiting: readonly Message[]): readonly Message[] {
  let length = 0;
  const end = waiting.findIndex(({ title }, index) => {
    length += Math.min(title.length, MAX_LINE) + 20;
    return index > 0 && length > MAX_SUMMARY;
  });
  return end === -1 ? waiting : waiting.slice(0, end);
}

function textOf(messages: readonly Message[], from: string, now: number) {
  const [first] = messages;
  const sender = `Sent by GPU Tray on ${line(from)}`;
  if (first === undefined || messages.length > 1) {
    const lines = messages.map(({ at, title }) => `${asOfTime(at, now)} ${line(title)}`);
    return { title: `${messages.length} messages`, body: [...lines, `${sender}.`].join('\n') };
  }
  const since = `${sender}, as of ${asOfTime(first.at, now)}.`;
  const body = first.body === '' ? since : `${line(first.body)}\n${since}`;
  return { title: line(first.title), body };
}

/** Slack reads `<!channel>` and `<@U1>` in text as commands. */
const slackText = (text: string) =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');

/** Discord's Markdown has links, mentions and channels. */
const discordText = (text: string) => text.replaceAll(/[\\*_~`|<>[\]()@]/g, '\\$&');

/** Of Discord's messages: a name such as `discord.gg/x` shows no preview. */
const SUPPRESS_EMBEDS = 4;

/** The JSON that the destination takes. @param messages not empty @param from the sending computer @param now ms since the epoch */
export function bodyFor(
  address: MessageAddress,
  messages: readonly Message[],
  from: string,
  now: number,
): unknown {
  const { title, body } = textOf(messages, from, now);
  switch (address.kind) {
    case 'ntfy':
      return { topic: address.topic, title, message: body };
    case 'slack':
      return { text: slackText(`${title}\n${body}`) };
    case 'discord':
      return {
        content: discordText(`${title}\n${body}`),
        flags: SUPPRESS_EMBEDS,
        allowed_mentions: { parse: [] },
      };
    case 'url': {
      const alerts = messages.map(({ id, topic, isOver, at, title: name }) => ({
        id,
        topic,
        title: line(name),
        isOver,
        at: new Date(at).toISOString(),
      }));
      return { title, body, alerts };
    }
  }
}
