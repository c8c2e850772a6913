import { cents, type Cents } from '../../platform/money.ts'

/** One kind of article of a shop's page: its number there, and what all its units cost, in cents. */
type WidgetArticle = { id: string; name: string; total: Cents }

const one = /^\s*([^:,]{1,64})(?::\s*(\d{1,9})(?:\*(\d{1,4}))?)?\s*$/

/** Reads `id:price*quantity,…`, prices in cents; quantity 1 and, without a price, the whole amount when left out. What cannot be read is left out. */
export function widgetArticles(text: string, amountCents: Cents): WidgetArticle[] {
  return text.split(',').flatMap((part) => {
    const match = one.exec(part)
    if (match === null) return []
    const [, id = '', price, quantity = '1'] = match
    const total = price === undefined ? amountCents : cents(Number(price) * Number(quantity))
    return [{ id: id.trim(), name: id.trim(), total }]
  })
}
