import type { Page } from '@playwright/test';
import axeCore, { type RunOptions } from 'axe-core';

declare global {
  /** In a page after `loadAxe`. */
  var axe: typeof import('axe-core');
}

/** Adds axe to the open document unless it has it. The content security policy does not allow a script element. */
export async function loadAxe(page: Page): Promise<void> {
  const isLoaded = await page.evaluate(() => Reflect.has(globalThis, 'axe'));
  if (!isLoaded) await page.evaluate(axeCore.source);
}

/** What axe finds in the document. @param rules default: all */
export function violations(page: Page, rules?: readonly string[]): Promise<readonly string[]> {
  const options: RunOptions = {
    resultTypes: ['violations'],
    // No rule in use needs the style sheets that axe would fetch.
    preload: false,
    ...(rules === undefined ? {} : { runOnly: [...rules] }),
  };
  return page.evaluate(async (given) => {
    const { violations: found } = await globalThis.axe.run(document, given);
    return found.flatMap(({ id, nodes }) =>
      nodes.map(({ html, failureSummary }) => `${id}: ${html}\n${failureSummary}`),
    );
  }, options);
}
