import type { CDPSession, Locator, Page } from '@playwright/test'
import { expect } from './persona.ts'

/** How a job is done: with a mouse beside the keyboard, or without one. */
export type Hand = 'mouse' | 'keyboard'

/** What a job took. Of the keyboard, keys are presses of any key, letters too; by mouse only those beside what is typed count as clicks. */
export type Spent = { clicks: number; keys: number; seconds: number }

/** Seconds of the model (docs/jobs.md): a click, a page to load, a key. */
const model = { click: 2, load: 1, key: 0.28 }
/** So many presses of Tab, or of Shift and Tab, in a row lead nowhere. */
const mostTabs = 60

/** A job of the day, counted by the model of its target. By keyboard, everything that has the focus on the way must have a role and a name. */
export class Job {
  readonly page: Page
  readonly hand: Hand
  /** What a screen reader says of each thing that was pressed or written into, out of the accessibility tree. */
  readonly heard: string[] = []
  #clicks = 0
  #keys = 0
  #loads = 0
  #tree: Promise<CDPSession> | null = null

  constructor(page: Page, hand: Hand) {
    this.page = page
    this.hand = hand
  }

  /** Goes to it and presses it: a click, or Tab until it has the focus and Enter. */
  async press(target: Locator): Promise<void> {
    if (this.hand === 'mouse') {
      this.#clicks += 1
      return target.click()
    }
    await this.#tabTo(target)
    return this.key('Enter')
  }

  /** Ticks it: a click, or Tab to it and the space bar. */
  async tick(target: Locator): Promise<void> {
    if (this.hand === 'mouse') {
      this.#clicks += 1
      return target.click()
    }
    await this.#tabTo(target)
    return this.key('Space')
  }

  /** Goes to a field and writes into it. */
  async write(target: Locator, text: string): Promise<void> {
    if (this.hand === 'keyboard') await this.#tabTo(target)
    else {
      this.#clicks += 1
      await target.click()
    }
    await this.type(text)
  }

  /** Types where the focus is. */
  async type(text: string): Promise<void> {
    this.#keys += text.length
    await this.page.keyboard.type(text)
  }

  /** One press of a key or of several together, where the focus is. */
  async key(name: string): Promise<void> {
    if (name === 'Enter' || name === 'Space') await this.#hear()
    this.#keys += 1
    await this.page.keyboard.press(name)
  }

  /** What a screen reader says of something that is only read. */
  async reads(target: Locator): Promise<void> {
    await target.evaluate((element) => Object.assign(globalThis, { heardNow: element }))
    if (this.hand === 'keyboard') this.heard.push(await this.#named('heardNow'))
  }

  /** Something new has to be loaded and seen. */
  async load(awaited: Promise<unknown>): Promise<void> {
    this.#loads += 1
    await awaited
  }

  /** What the browser's own dialog for a file takes: a click on the file, or its first letters and Enter. */
  async chooseFile(file: { name: string; mimeType: string; buffer: Buffer }, opener: Locator): Promise<void> {
    const [chooser] = await Promise.all([this.page.waitForEvent('filechooser'), this.press(opener)])
    if (this.hand === 'mouse') this.#clicks += 1
    else this.#keys += 4
    await chooser.setFiles(file)
  }

  spent(): Spent {
    const seconds = this.#clicks * model.click + this.#loads * model.load + this.#keys * model.key
    return { clicks: this.#clicks, keys: this.#keys, seconds: Math.round(seconds * 10) / 10 }
  }

  async #tabTo(target: Locator): Promise<void> {
    await expect(target).toBeVisible()
    for (let presses = 0; ; presses += 1) {
      const way = await target.evaluate((element) => {
        const at = document.activeElement
        if (element === at) return null
        return at && at.compareDocumentPosition(element) & Node.DOCUMENT_POSITION_PRECEDING ? 'Shift+Tab' : 'Tab'
      })
      if (way === null) return
      if (presses === mostTabs) throw new Error(`${mostTabs} presses of ${way} do not lead to ${target}`)
      this.#keys += 1
      await this.page.keyboard.press(way)
      await this.#named()
    }
  }

  async #hear(): Promise<void> {
    if (this.hand === 'keyboard') this.heard.push(await this.#named())
  }

  /** Role and name of what has the focus, as assistive technology is given them. Throws for one without a name. */
  async #named(which = 'document.activeElement ?? document.body'): Promise<string> {
    this.#tree ??= this.page.context().newCDPSession(this.page)
    const tree = await this.#tree
    const { result } = await tree.send('Runtime.evaluate', { expression: which })
    const { nodes } = await tree.send('Accessibility.getPartialAXTree', { objectId: result.objectId ?? '', fetchRelatives: false })
    const [node] = nodes
    const name = String(node?.name?.value ?? '').trim()
    const role = String(node?.role?.value ?? '')
    if (name === '' || role === '' || role === 'none') throw new Error(`focus on something without a name: ${role} in ${this.page.url()}`)
    return `${role} «${name}»`
  }
}
