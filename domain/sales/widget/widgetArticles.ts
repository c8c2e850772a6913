import { cents, type Cents } from '../../platform/money.ts'

/** One article of a shop's page: its number, and the price of all its units, in cents. */
type WidgetArticle = { id: string; name: string; total: Cents }

const articlePattern = /^\s*([^:,]{1,64})(?::\s*(\d{1,9})(?:\*(\d{1,4}))?)?\s*$/

/** Parses `id:price*quantity,…`, prices in cents; default quantity 1, default price the whole amount. Invalid entries are skipped. */
export function widgetArticles(text: string, amountCents: Cents): WidgetArticle[] {
  return text.split(',').flatMap((part) => {
    const match = articlePattern.exec(part)
    if (match === null) return []
    const [, id = '', price, quantity = '1'] = match
    const total = price === undefined ? amountCents : cents(Number(price) * Number(quantity))
    return [{ id: id.trim(), name: id.trim(), total }]
  })
}
