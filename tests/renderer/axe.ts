import type { Page } from '@playwright/test';
import axeCore from 'axe-core';

declare global {
  /** In a page after `loadAxe`. */
  var axe: typeof import('axe-core');
  /** In a page after `loadAxe`: the looks of text with enough contrast. */
  var readableLooks: Set<string>;
  /** In a page after `loadAxe`: the shapes of elements in which axe has looked for violations. */
  var checkedShapes: Set<string>;
}

/** Adds axe to the open document unless it has it. The content security policy does not allow a script element. */
export async function loadAxe(page: Page): Promise<void> {
  const isLoaded = await page.evaluate(() => Reflect.has(globalThis, 'axe'));
  if (isLoaded) return;
  await page.evaluate(axeCore.source);
  await page.evaluate(() => {
    globalThis.readableLooks = new Set();
    globalThis.checkedShapes = new Set();
  });
}

/** What axe finds in the document, apart from `lowContrasts`. Nothing where each element has the shape of one that was checked before. */
export function violations(page: Page): Promise<readonly string[]> {
  return page.evaluate(async () => {
    const checked = globalThis.checkedShapes;
    const { size } = checked;
    for (const element of document.querySelectorAll('body *')) {
      const names = element.getAttributeNames().filter((name) => name !== 'style');
      const hasText = element.textContent.trim() !== '';
      checked.add([element.tagName, element.getAttribute('role'), hasText, ...names].join());
    }
    if (checked.size === size) return [];
    const { violations: found } = await globalThis.axe.run(document, {
      resultTypes: ['violations'],
      rules: { 'color-contrast': { enabled: false } },
      // No rule in use needs the style sheets that axe would fetch.
      preload: false,
    });
    return found.flatMap(({ id, nodes }) =>
      nodes.map(({ html, failureSummary }) => `${id}: ${html}\n${failureSummary}`),
    );
  });
}

/**
 * Text in the document with too little contrast. Most of axe's time goes into this rule, so text that looks like text which
 * passed before in this document is left out.
 */
export function lowContrasts(page: Page): Promise<readonly string[]> {
  return page.evaluate(async () => {
    const readable = globalThis.readableLooks;
    /** What the rule compares: the text, and what is painted at its place. */
    const look = (element: Element) => {
      const { color, fontSize, fontWeight } = getComputedStyle(element);
      const { x, y, width, height } = element.getBoundingClientRect();
      const painted = document.elementsFromPoint(x + width / 2, y + height / 2).map((at) => {
        const { backgroundColor, backgroundImage, opacity } = getComputedStyle(at);
        return [backgroundColor, backgroundImage, opacity].join();
      });
      // Outside the viewport nothing is painted: such text has no look.
      return painted.length === 0 ? '' : [color, fontSize, fontWeight, ...painted].join('\n');
    };
    const hasText = (element: Element) =>
      element.matches('input, select, textarea') ||
      [...element.childNodes].some((node) => node instanceof Text && node.data.trim() !== '');
    const include = [...document.querySelectorAll<HTMLElement>('body *')].filter(
      (element) => hasText(element) && !readable.has(look(element)),
    );
    if (include.length === 0) return [];
    const { violations: found, passes } = await globalThis.axe.run(
      { include },
      { runOnly: ['color-contrast'], elementRef: true, preload: false },
    );
    for (const { element } of passes.flatMap(({ nodes }) => nodes))
      if (element !== undefined && look(element) !== '') readable.add(look(element));
    return found.flatMap(({ nodes }) =>
      nodes.map(({ html, failureSummary }) => `${html}\n${failureSummary}`),
    );
  });
}
