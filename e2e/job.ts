import type { CDPSession, Locator, Page } from '@playwright/test'
import { expect } from './persona.ts'

/** The input method: mouse and keyboard, or keyboard alone. */
export type Hand = 'mouse' | 'keyboard'

/** The cost of a job. With the keyboard, keys are all key presses, including letters; with the mouse only key presses besides typing count as clicks. */
export type Spent = { clicks: number; keys: number; seconds: number }

/** Seconds of the model (docs/jobs.md): a click, a page to load, a key. */
const model = { click: 2, load: 1, key: 0.28 }
/** The maximum number of consecutive Tab or Shift+Tab presses. */
const maxTabs = 60

/** A daily job, counted by its cost model. With the keyboard, every focused element must have a role and a name. */
export class Job {
  readonly page: Page
  readonly hand: Hand
  /** The accessible name of each element that was clicked or typed into, from the accessibility tree. */
  readonly heard: string[] = []
  #clicks = 0
  #keys = 0
  #loads = 0
  #tree: Promise<CDPSession> | null = null

  constructor(page: Page, hand: Hand) {
    this.page = page
    this.hand = hand
  }

  /** Activates it: a click, or Tab until it has focus and Enter. */
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

  /** Focuses a field and types into it. */
  async write(target: Locator, text: string): Promise<void> {
    if (this.hand === 'keyboard') await this.#tabTo(target)
    else {
      this.#clicks += 1
      await target.click()
    }
    await this.type(text)
  }

  /** Types into the focused element. */
  async type(text: string): Promise<void> {
    this.#keys += text.length
    await this.page.keyboard.type(text)
  }

  /** One press of a key or key combination on the focused element. */
  async key(name: string): Promise<void> {
    if (name === 'Enter' || name === 'Space') await this.#hear()
    this.#keys += 1
    await this.page.keyboard.press(name)
  }

  /** The accessible name of something that is only read. */
  async reads(target: Locator): Promise<void> {
    await target.evaluate((element) => Object.assign(globalThis, { heardNow: element }))
    if (this.hand === 'keyboard') this.heard.push(await this.#named('heardNow'))
  }

  /** Something new has to be loaded and seen. */
  async load(awaited: Promise<unknown>): Promise<void> {
    this.#loads += 1
    await awaited
  }

  /** The cost of the browser's file dialog: a click on the file, or its first letters and Enter. */
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
      if (presses === maxTabs) throw new Error(`${maxTabs} presses of ${way} do not lead to ${target}`)
      this.#keys += 1
      await this.page.keyboard.press(way)
      await this.#named()
    }
  }

  async #hear(): Promise<void> {
    if (this.hand === 'keyboard') this.heard.push(await this.#named())
  }

  /** Role and name of the focused element, as exposed to assistive technology. Throws if it has no name. */
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
