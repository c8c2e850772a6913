import { describeKey, type KeyMode } from '../../merchants/apiKey.ts'
import { isHidden, pageElements, type PageElement } from './pageTree.ts'
import { priceOfAll } from './shopPrice.ts'

/** What a shop's product page contains of the widget, read from its HTML without executing it. */
type PageReading = {
  /** The widget's script tags on the page, and the key in their address. */
  scripts: { src: string; key: string | null }[]
  containers: PageContainer[]
}

type PageContainer = {
  version: 'v3' | 'v4' | 'v5'
  /** In cents, as given by the page; null: it is not. */
  amount: number | null
  price: {
    selector: string
    /** Whether the page has such an element; null: a selector that only a browser can evaluate. */
    found: boolean | null
    /** Why no price can be read there; null: one can, or there is no such element. */
    doubt: 'none' | 'several' | 'vague' | null
  } | null
  /** Names of options set by the page itself, without `data-option-`. */
  options: string[]
}

/**
 * Reads a page. `vendor`: the prefix of the attributes; `scriptUrl`: the address of our script, without its query; `origin`: the page's own, for addresses
 * without a host.
 */
export function readPage(html: string, vendor: string, scriptUrl: string, origin = ''): PageReading {
  const tags = pageElements(html)
  const ownScript = scriptUrl.replace(/^https?:/i, '').toLowerCase()
  const scripts = tags.flatMap(({ tag, attributes }) => {
    const written = attributes.get('src') ?? ''
    const src = /^\/(?!\/)/.test(written) ? origin + written : written
    if (
      tag !== 'script' ||
      !src
        .replace(/^https?:/i, '')
        .toLowerCase()
        .startsWith(ownScript)
    )
      return []
    const query = new Map(
      src
        .replace(/^[^?]*\??/, '')
        .split('&')
        .map((pair): [string, string] => [pair.split('=')[0] ?? '', pair.split('=')[1] ?? '']),
    )
    return [{ src, key: query.get('public_key') || query.get('public-key') || query.get('key') || null }]
  })
  const [instalments, older] = [`data-${vendor}-widget-instalments`, `data-${vendor}-simulator`]
  const containers = tags.flatMap(({ attributes }): PageContainer[] => {
    if (!attributes.has(instalments) && !attributes.has(older)) return []
    const value = attributes.get(instalments)
    const amount = /^[1-9]\d{0,9}$/.test(attributes.get('data-amount') ?? '') ? Number(attributes.get('data-amount')) : null
    const selector = (attributes.get('data-price') ?? '').trim()
    return [
      {
        version: value === 'v4' || value === 'v5' ? value : 'v3',
        amount,
        price: selector === '' ? null : { selector, ...priceAt(tags, selector) },
        options: [...attributes.keys()].flatMap((name) => (name.startsWith('data-option-') ? [name.slice('data-option-'.length)] : [])),
      },
    ]
  })
  return { scripts, containers }
}

/** The match for a simple selector: `#id`, `.class`, `tag`, `[attribute]`. As in the browser, the first visible element counts. */
function priceAt(elements: readonly PageElement[], selector: string): Pick<NonNullable<PageContainer['price']>, 'found' | 'doubt'> {
  const isMeant = meaningOf(selector)
  if (isMeant === null) return { found: null, doubt: null }
  const meant = elements.filter(isMeant)
  const [first] = [...meant.filter((element) => !isHidden(element)), ...meant]
  return {
    found: first !== undefined,
    doubt: first ? priceOfAll(meant.filter((one) => one.parent === first.parent && !isHidden(one))).doubt : null,
  }
}

function meaningOf(selector: string): ((element: PageElement) => boolean) | null {
  const [, sign = '', word = ''] = /^([#.]?)([\w-]+)$/.exec(selector) ?? []
  const [, attribute] = /^\[([\w-]+)\]$/.exec(selector) ?? []
  if (attribute !== undefined) return ({ attributes }) => attributes.has(attribute.toLowerCase())
  if (word === '') return null
  if (sign === '#') return ({ attributes }) => attributes.get('id') === word
  if (sign === '.') return ({ classes }) => classes.split(/\s+/).includes(word)
  return ({ tag }) => tag === word.toLowerCase()
}

export const widgetFindings = [
  'unreachable',
  'cut',
  'noScript',
  'scriptTwice',
  'noKey',
  'privateKey',
  'otherMode',
  'foreignKey',
  'keyWorks',
  'noContainer',
  'noAmount',
  'priceMissing',
  'priceUnknown',
  'pricesSeveral',
  'priceVague',
  'priceUnread',
  'priceFound',
  'amountSaid',
  'panelRules',
  'pageRules',
  'pageRulesSome',
] as const
/** A finding: an error keeps the widget from being drawn, a warning is worth knowing, `ok` is correct. */
export type WidgetFinding = { code: (typeof widgetFindings)[number]; level: 'error' | 'warning' | 'ok'; about: string }

/** The findings for a page. `key`: what the shop knows of the key on the page; `cut`: only the beginning of the page was read. */
export function widgetFindingsOf(
  { scripts, containers }: PageReading,
  { mode, keyWorks, cut }: { mode: KeyMode; keyWorks: boolean; cut: boolean },
): WidgetFinding[] {
  const findings: WidgetFinding[] = []
  const say = (code: WidgetFinding['code'], level: WidgetFinding['level'], about = '') => void findings.push({ code, level, about })
  if (cut) say('cut', 'warning')
  const [script] = scripts
  if (!script) say('noScript', cut ? 'warning' : 'error')
  else {
    if (scripts.length > 1) say('scriptTwice', 'warning', String(scripts.length))
    sayKey(script.key, { mode, keyWorks }, say)
  }
  const [container] = containers
  if (!container) {
    say('noContainer', cut ? 'warning' : 'error')
    return findings
  }
  const { amount, price, version, options } = container
  if (price?.found === true) sayPrice(price, say)
  else if (price?.found === false && amount === null) say('priceMissing', cut ? 'warning' : 'error', price.selector)
  else if (price) say('priceUnknown', 'warning', price.selector)
  if (price === null) say(amount === null ? 'noAmount' : 'amountSaid', amount === null ? 'error' : 'ok')
  if (version !== 'v3') say('pageRules', 'ok', version)
  else if (options.length > 0) say('pageRulesSome', 'ok', options.join(', '))
  else say('panelRules', 'ok')
  return findings
}

type Say = (code: WidgetFinding['code'], level: WidgetFinding['level'], about?: string) => void

/** With two prices left, or an inexact one, the widget shows nothing; without one, a script may still write it. */
function sayPrice({ doubt, selector }: NonNullable<PageContainer['price']>, say: Say): void {
  if (doubt === null) say('priceFound', 'ok', selector)
  else if (doubt === 'none') say('priceUnread', 'warning', selector)
  else say(doubt === 'several' ? 'pricesSeveral' : 'priceVague', 'error', selector)
}

function sayKey(key: string | null, { mode, keyWorks }: { mode: KeyMode; keyWorks: boolean }, say: Say): void {
  const kind = key === null ? null : describeKey(key)
  if (key === null) say('noKey', 'error')
  else if (kind?.kind === 'private') say('privateKey', 'error', key.slice(-4))
  else if (kind && kind.mode !== mode) say('otherMode', 'error', kind.mode)
  else if (!keyWorks) say('foreignKey', 'error', key.slice(-4))
  else say('keyWorks', 'ok', key.slice(-4))
}
