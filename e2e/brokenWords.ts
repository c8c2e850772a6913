import type { Frame, Page } from '@playwright/test'

/** Figures that a line's end breaks, and words that it breaks without a hyphen. */
export const brokenWords = (page: Page | Frame) =>
  page.evaluate(() => {
    /** Longer ones are file names and addresses. */
    const longest = 13
    const broken = new Set<string>()
    const walker = document.createTreeWalker(document.querySelector('dialog[open]') ?? document.body, NodeFilter.SHOW_TEXT)
    while (walker.nextNode()) {
      const { currentNode: node } = walker
      const element = node.parentElement
      if (!element?.checkVisibility({ visibilityProperty: true, opacityProperty: true })) continue
      if (element.closest('.sr-only, script, style, svg, code, pre, [popover]:not(:popover-open)')) continue
      const hyphenates = getComputedStyle(element).hyphens === 'auto'
      for (const { 0: word, index } of (node.textContent ?? '').matchAll(
        /(?<![\p{L}\d@._/-])(?:\p{L}{2,}|[−+]?\d[\d.,]*)(?![\p{L}\d@_/-]|\.\p{L})/gu,
      )) {
        if (word.length > longest || (hyphenates && !/\d/.test(word))) continue
        const range = document.createRange()
        range.setStart(node, index)
        range.setEnd(node, index + word.length)
        const lines = [...range.getClientRects()].filter(({ width }) => width > 0)
        if (lines.some(({ top, height }) => Math.abs(top - (lines[0]?.top ?? 0)) > height / 2))
          broken.add(`broken: "${word}" in ${element.tagName.toLowerCase()}.${element.classList[0] ?? ''}`)
      }
    }
    return [...broken]
  })
