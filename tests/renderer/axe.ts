import type { Page } from '@playwright/test';
import axeCore from 'axe-core';

declare global {
  /** In a page after `loadAxe`. */
  var axe: typeof import('axe-core');
  /** In a page after `loadAxe`: the looks of text with enough contrast. */
  var readableLooks: Set<string>;
  /** In a page after `loadAxe`: texts whose contrast axe does not judge where they are, such as those outside the viewport. */
  var unjudgedTexts: Set<string>;
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
    globalThis.unjudgedTexts = new Set();
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
    // An open menu hides the rest of the document.
    const isWhole = document.querySelector('[role=menu]') === null;
    const { violations: found } = await globalThis.axe.run(document, {
      resultTypes: ['violations'],
      rules: {
        'color-contrast': { enabled: false },
        'landmark-one-main': { enabled: isWhole },
        'page-has-heading-one': { enabled: isWhole },
      },
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
 * passed before in this document is left out, and so is the same text where axe did not judge it before.
 */
export function lowContrasts(page: Page): Promise<readonly string[]> {
  return page.evaluate(async () => {
    const { readableLooks: readable, unjudgedTexts: unjudged } = globalThis;
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
    /** The elements from the root to this one, each with whether it hides text from the rule. */
    const place = (element: Element | null): string => {
      if (element === null) return '';
      const isHidden = element.matches(
        '[inert], [aria-hidden="true"], [aria-disabled="true"], :disabled',
      );
      const own = [element.tagName, element.getAttribute('class'), isHidden].join();
      return `${place(element.parentElement)}\n${own}`;
    };
    const inPlace = (element: Element) =>
      [look(element), place(element), element.textContent].join('\n');
    const hasText = (element: Element) =>
      element.matches('input, select, textarea') ||
      [...element.childNodes].some((node) => node instanceof Text && node.data.trim() !== '');
    const include = [...document.querySelectorAll<HTMLElement>('body *')].filter(
      (element) =>
        hasText(element) && !readable.has(look(element)) && !unjudged.has(inPlace(element)),
    );
    if (include.length === 0) return [];
    const { violations: found, passes } = await globalThis.axe.run(
      { include },
      { runOnly: ['color-contrast'], elementRef: true, preload: false },
    );
    const failed = new Set(found.flatMap(({ nodes }) => nodes.map(({ element }) => element)));
    const passed = new Set(passes.flatMap(({ nodes }) => nodes.map(({ element }) => element)));
    for (const element of include) {
      if (!passed.has(element) && !failed.has(element)) unjudged.add(inPlace(element));
      if (passed.has(element) && look(element) !== '') readable.add(look(element));
    }
    return found.flatMap(({ nodes }) =>
      nodes.map(({ html, failureSummary }) => `${html}\n${failureSummary}`),
    );
  });
}
