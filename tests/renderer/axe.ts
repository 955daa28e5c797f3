import type { Page } from '@playwright/test';
import axeCore, { type RunOptions } from 'axe-core';

declare global {
  /** In a page after `loadAxe`. */
  var axe: typeof import('axe-core');
}

/** Adds axe to the open document, where the content security policy does not allow a script element. */
export function loadAxe(page: Page): Promise<void> {
  return page.evaluate(axeCore.source);
}

/** What axe finds in the document. @param rules default: all */
export function violations(page: Page, rules?: readonly string[]): Promise<readonly string[]> {
  const options: RunOptions = {
    resultTypes: ['violations'],
    ...(rules === undefined ? {} : { runOnly: [...rules] }),
  };
  return page.evaluate(async (given) => {
    const { violations: found } = await globalThis.axe.run(document, given);
    return found.flatMap(({ id, nodes }) =>
      nodes.map(({ html, failureSummary }) => `${id}: ${html}\n${failureSummary}`),
    );
  }, options);
}
