import type { BrowserContext } from '@playwright/test'

/** How translators change a page: they wrap each text in elements, or replace the text node. */
type Translating = 'wraps' | 'replaces'

/**
 * A browser that translates every page, now and whenever it changes, as Google Translate does; into the same words, so that the journey can read them.
 * Elements marked as not translatable are left alone.
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
        // Not while the page is rendering.
        setTimeout(() => {
          due = false
          all(document.body)
        })
      }
      new MutationObserver(later).observe(document.body, { childList: true, subtree: true, characterData: true })
      later()
    })
  }, way === 'replaces')
