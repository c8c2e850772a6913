import { withoutEntities } from './htmlEntities.ts'
import { hiddenByMarkup, type PriceElement } from './shopPrice.ts'

/** An element of a page's HTML, parsed without executing scripts. */
export type PageElement = PriceElement & {
  attributes: ReadonlyMap<string, string>
  parent: PageElement | null
  children: (PageElement | string)[]
}

const tag = /<!--[\s\S]*?(?:-->|$)|<(\/?)([a-z][a-z0-9-]*)((?:\s+[^\s=>"'/]+(?:\s*=\s*(?:"[^"]*"|'[^']*'|[^\s"'>]+))?|\s*\/)*)\s*>/gi
const attributePattern = /([^\s=>"'/]+)(?:\s*=\s*(?:"([^"]*)"|'([^']*)'|([^\s"'>]+)))?/g
const childless = ['area', 'base', 'br', 'col', 'embed', 'hr', 'img', 'input', 'link', 'meta', 'source', 'track', 'wbr']
const raw = ['script', 'style']
/** Elements closed implicitly by the next one. */
const endedByNext = ['p', 'li', 'option', 'td', 'tr']
/** Maximum depth; deeper content belongs to the last element above it. */
const deepest = 200

/** All elements of a page in document order, each with its parent and children. */
export function pageElements(html: string): PageElement[] {
  const all: PageElement[] = []
  const root = elementOf('html', '', null)
  let around = root
  let depth = 0
  let from = 0
  const leave = (element: PageElement | null) => {
    const outside = element?.parent ?? around
    while (around !== outside && around.parent) {
      around = around.parent
      depth -= 1
    }
  }
  tag.lastIndex = 0
  for (let match = tag.exec(html); match; match = tag.exec(html)) {
    const [whole, closing, written = '', inside = ''] = match
    around.children.push(withoutEntities(html.slice(from, match.index)))
    from = match.index + whole.length
    const name = written.toLowerCase()
    if (name === '') continue
    if (closing === '/') {
      leave(openOf(name, around))
      continue
    }
    if (endedByNext.includes(name) && around.tag === name) leave(around)
    const element = elementOf(name, inside, around)
    all.push(element)
    around.children.push(element)
    if (raw.includes(name)) {
      const end = html.indexOf(`</${name}`, from)
      element.children.push(html.slice(from, end < 0 ? html.length : end))
      from = tag.lastIndex = end < 0 ? html.length : end
    } else if (!childless.includes(name) && !inside.endsWith('/') && depth < deepest) {
      around = element
      depth += 1
    }
  }
  around.children.push(withoutEntities(html.slice(from)))
  return all
}

/** The innermost open element with a name. */
function openOf(name: string, around: PageElement): PageElement | null {
  let one: PageElement | null = around
  while (one && one.tag !== name) one = one.parent
  return one?.parent ? one : null
}

function elementOf(name: string, inside: string, parent: PageElement | null): PageElement {
  const attributes = new Map(
    [...inside.matchAll(attributePattern)].map(([, key = '', ...values]): [string, string] => [
      key.toLowerCase(),
      withoutEntities(values.find((value) => value !== undefined) ?? ''),
    ]),
  )
  const attribute = (key: string) => attributes.get(key) ?? null
  const seen = { tag: name, classes: attributes.get('class') ?? '', attribute }
  return { ...seen, visibility: hiddenByMarkup(seen), attributes, parent, children: [] }
}

/** Whether an element, or an ancestor, is not visible to everybody. */
export const isHidden = ({ visibility, parent }: PageElement): boolean => visibility !== null || (parent !== null && isHidden(parent))
