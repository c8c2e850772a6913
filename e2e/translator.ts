import type { BrowserContext } from '@playwright/test'

/** How translators change a page: each text is put into elements of theirs, or taken out and another one put in its place. */
export type Translating = 'wraps' | 'replaces'

/**
 * A browser that translates every page, now and whenever it changes, as Google Translate does; into the same words, so that the journey can read them.
 * What is marked not to be translated is left alone.
 */
export const translated = (context: BrowserContext, way: Translating): Promise<unknown> =>
  context.addInitScript((replaces: boolean) => {
    const skipped = 'font, script, style, textarea, title, svg, [translate=no]'
    const translate = (text: Text) => {
      if (!text.data.trim() || !text.parentElement || text.parentElement.closest(skipped)) return
      const [outer, inner] = [document.createElement('font'), document.createElement('font')]
      outer.append(inner)
      if (replaces) {
        inner.textContent = text.data
        text.parentElement.replaceChild(outer, text)
      } else {
        text.parentElement.insertBefore(outer, text)
        inner.append(text)
      }
    }
    const all = (root: Node) => {
      const texts: Text[] = []
      const walk = document.createTreeWalker(root, NodeFilter.SHOW_TEXT)
      while (walk.nextNode()) texts.push(walk.currentNode as Text)
      if (root instanceof Text) texts.push(root)
      for (const text of texts) translate(text)
    }
    addEventListener('DOMContentLoaded', () => {
      let due = false
      const later = () => {
        if (due) return
        due = true
        // Not in the midst of what the page draws.
        setTimeout(() => {
          due = false
          all(document.body)
        })
      }
      new MutationObserver(later).observe(document.body, { childList: true, subtree: true, characterData: true })
      later()
    })
  }, way === 'replaces')
