import { describeKey, type KeyMode } from './apiKey.ts'

/** What a product page of a shop says of its widget, read out of its HTML without running it (product PRE-13). */
export type PageReading = {
  /** The script of the widget as the page names it, and the key in its address. */
  scripts: { src: string; key: string | null }[]
  containers: PageContainer[]
}

export type PageContainer = {
  version: 'v3' | 'v4' | 'v5'
  /** In cents, as the page says; null: it does not. */
  amount: number | null
  price: {
    selector: string
    /** Whether the page has such an element; null: a selector that only a browser understands. */ found: boolean | null
  } | null
  /** Names of what the page decides by itself, without `data-option-`. */
  options: string[]
}

const tagPattern = /<([a-z][a-z0-9-]*)((?:\s+[^\s=>"'/]+(?:\s*=\s*(?:"[^"]*"|'[^']*'|[^\s"'>]+))?|\s*\/)*)\s*>/gi
const attributePattern = /([^\s=>"'/]+)(?:\s*=\s*(?:"([^"]*)"|'([^']*)'|([^\s"'>]+)))?/g

type Tag = { name: string; attributes: ReadonlyMap<string, string> }

function tagsOf(html: string): Tag[] {
  const visible = html.replace(/<!--[\s\S]*?(?:-->|$)/g, '')
  return [...visible.matchAll(tagPattern)].map(([, name = '', inside = '']) => ({
    name: name.toLowerCase(),
    attributes: new Map(
      [...inside.matchAll(attributePattern)].map(([, key = '', ...values]) => [
        key.toLowerCase(),
        unescape(values.find((value) => value !== undefined) ?? ''),
      ]),
    ),
  }))
}

const unescape = (text: string) =>
  text.replaceAll('&quot;', '"').replaceAll('&#39;', "'").replaceAll('&lt;', '<').replaceAll('&gt;', '>').replaceAll('&amp;', '&')

/**
 * Reads a page. `vendor`: the word that attributes are named by; `scriptUrl`: where our script is fetched from, without its query; `origin`: the
 * page's own, for addresses without a host.
 */
export function readPage(html: string, vendor: string, scriptUrl: string, origin = ''): PageReading {
  const tags = tagsOf(html)
  const ours = scriptUrl.replace(/^https?:/i, '').toLowerCase()
  const scripts = tags.flatMap(({ name, attributes }) => {
    const written = attributes.get('src') ?? ''
    const src = /^\/(?!\/)/.test(written) ? origin + written : written
    if (
      name !== 'script' ||
      !src
        .replace(/^https?:/i, '')
        .toLowerCase()
        .startsWith(ours)
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
    const said = attributes.get(instalments)
    const amount = /^[1-9]\d{0,9}$/.test(attributes.get('data-amount') ?? '') ? Number(attributes.get('data-amount')) : null
    const selector = (attributes.get('data-price') ?? '').trim()
    return [
      {
        version: said === 'v4' || said === 'v5' ? said : 'v3',
        amount,
        price: selector === '' ? null : { selector, found: hasElement(tags, selector) },
        options: [...attributes.keys()].flatMap((name) => (name.startsWith('data-option-') ? [name.slice('data-option-'.length)] : [])),
      },
    ]
  })
  return { scripts, containers }
}

/** Whether a page has an element for a simple selector: `#id`, `.class`, `tag`, `[attribute]`. */
function hasElement(tags: readonly Tag[], selector: string): boolean | null {
  const [, sign = '', word = ''] = /^([#.]?)([\w-]+)$/.exec(selector) ?? []
  const [, attribute] = /^\[([\w-]+)\]$/.exec(selector) ?? []
  if (attribute !== undefined) return tags.some(({ attributes }) => attributes.has(attribute.toLowerCase()))
  if (word === '') return null
  if (sign === '#') return tags.some(({ attributes }) => attributes.get('id') === word)
  if (sign === '.') return tags.some(({ attributes }) => (attributes.get('class') ?? '').split(/\s+/).includes(word))
  return tags.some(({ name }) => name === word.toLowerCase())
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
  'priceFound',
  'amountSaid',
  'panelRules',
  'pageRules',
  'pageRulesSome',
] as const
/** What was found; those that keep the widget from being drawn, those to know, and those that are well. */
export type WidgetFinding = { code: (typeof widgetFindings)[number]; level: 'error' | 'warning' | 'ok'; about: string }

/** What a reading means. `key`: what the shop knows of the key on the page; `cut`: only the beginning of the page was read. */
export function widgetFindingsOf(
  { scripts, containers }: PageReading,
  { mode, keyWorks, cut }: { mode: KeyMode; keyWorks: boolean; cut: boolean },
): WidgetFinding[] {
  const found: WidgetFinding[] = []
  const say = (code: WidgetFinding['code'], level: WidgetFinding['level'], about = '') => void found.push({ code, level, about })
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
    return found
  }
  const { amount, price, version, options } = container
  if (price?.found === true) say('priceFound', 'ok', price.selector)
  else if (price?.found === false && amount === null) say('priceMissing', cut ? 'warning' : 'error', price.selector)
  else if (price) say('priceUnknown', 'warning', price.selector)
  if (price === null) say(amount === null ? 'noAmount' : 'amountSaid', amount === null ? 'error' : 'ok')
  if (version !== 'v3') say('pageRules', 'ok', version)
  else if (options.length > 0) say('pageRulesSome', 'ok', options.join(', '))
  else say('panelRules', 'ok')
  return found
}

type Say = (code: WidgetFinding['code'], level: WidgetFinding['level'], about?: string) => void

function sayKey(key: string | null, { mode, keyWorks }: { mode: KeyMode; keyWorks: boolean }, say: Say): void {
  const kind = key === null ? null : describeKey(key)
  if (key === null) say('noKey', 'error')
  else if (kind?.kind === 'private') say('privateKey', 'error', key.slice(-4))
  else if (kind && kind.mode !== mode) say('otherMode', 'error', kind.mode)
  else if (!keyWorks) say('foreignKey', 'error', key.slice(-4))
  else say('keyWorks', 'ok', key.slice(-4))
}
