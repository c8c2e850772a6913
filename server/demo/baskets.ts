import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { articleCounts, ticketAt } from './shapes.ts'
import type { Random } from './random.ts'

/** A cart that several orders may share; amounts in cents, VAT included in the total. */
export type Basket = {
  totalCents: number
  articlesJson: string
  shippingJson: string | null
  /** Totals of the lines, for refunds by line. */
  lineTotals: readonly number[]
}

type Article = { category: string; name: string; priceCents: number; taxRate: number; grossCents: number }

const withVat = (netCents: number, taxRate: number) => netCents + Math.floor((netCents * taxRate + 5_000) / 10_000)

function readCatalogue(): Article[] {
  const text = readFileSync(join(import.meta.dirname, 'data', 'es_catalogo_articulos.csv'), 'utf8')
  return text
    .trim()
    .split(/\r?\n/)
    .slice(1)
    .map((line) => {
      const [, quoted, plain, name, price, rate] = /^(?:"([^"]*)"|([^,]*)),([^,]*(?:,[^,]*)*),(\d+),(\d+)$/.exec(line) ?? []
      if (!name) throw new Error(`cannot parse article: ${line}`)
      const priceCents = Number(price)
      const taxRate = Number(rate)
      return { category: quoted ?? plain ?? '', name, priceCents, taxRate, grossCents: withVat(priceCents, taxRate) }
    })
}

const catalogue = readCatalogue()

/** The categories of the catalogue, to validate a shop's. */
export const categories: readonly string[] = [...new Set(catalogue.map((article) => article.category))]

type Line = { name: string; quantity: number; price: number; tax_rate: number; discount: number; total: number }

/** Carts of a shop that sells these categories, by the sample's tickets and article counts; cheapest first. */
export function makeBaskets(random: Random, soldCategories: readonly string[], count: number): Basket[] {
  const sold = catalogue.filter((article) => soldCategories.includes(article.category))
  if (sold.length === 0) throw new Error(`no articles in ${soldCategories.join(', ')}`)
  const baskets = Array.from({ length: count }, (_, index) => makeBasket(random, sold, ticketAt((index + random.next()) / count)))
  return baskets.toSorted((one, other) => one.totalCents - other.totalCents)
}

const MIN_CENTS = 2_000
const MAX_CENTS = 300_000

function makeBasket(random: Random, sold: readonly Article[], targetCents: number): Basket {
  const targetCount = Math.min(articleCounts(random.next()), sold.length)
  const lines: Line[] = []
  let left = Math.min(Math.max(targetCents, MIN_CENTS), MAX_CENTS - 3_000)
  for (let index = 0; index < targetCount && left > 1_500; index += 1) {
    const share = index === targetCount - 1 ? left : Math.round(left * (0.45 + 0.35 * random.next()))
    const line = makeLine(random, articleNear(random, sold, share, lines), share)
    lines.push(line)
    left -= line.total
  }
  const shipped = !services.includes(sold[0]?.category ?? '') && random.chance(0.55)
  const shipping = shipped ? makeShipping(random) : null
  const lineTotals = lines.map((line) => line.total)
  const totalCents = lineTotals.reduce((all, total) => all + total, shipping?.total ?? 0)
  return { totalCents, articlesJson: JSON.stringify(lines), shippingJson: shipping && JSON.stringify(shipping), lineTotals }
}

function articleNear(random: Random, sold: readonly Article[], targetCents: number, lines: readonly Line[]): Article {
  const free = sold.filter((article) => !lines.some((line) => line.name === article.name))
  const near = free.filter((article) => article.grossCents > targetCents * 0.6 && article.grossCents < targetCents * 1.8)
  if (near.length > 0) return random.pick(near)
  const distance = (article: Article) => Math.abs(Math.log(article.grossCents / targetCents))
  return free.reduce((best, article) => (distance(article) < distance(best) ? article : best), free[0] ?? random.pick(sold))
}

/** Price factors of an article's models, relative to the catalogue price. */
const models = [0.35, 0.5, 0.7, 0.85, 1, 1.2, 1.45, 1.7]
const modelNear = (wanted: number) => models.reduce((best, one) => (Math.abs(one - wanted) < Math.abs(best - wanted) ? one : best), 1)

/** Categories without shipping. */
const services = ['Formación y cursos', 'Clínicas dentales', 'Medicina y cirugía estética', 'Viajes y agencias']

const endings = [99, 95, 90, 0, 50, 49]

/** One line of an article priced near `targetCents`: a typical retail price, with VAT rounded once. */
function makeLine(random: Random, article: Article, targetCents: number): Line {
  const quantity = targetCents > article.grossCents * 1.9 ? Math.min(Math.round(targetCents / article.grossCents), 4) : 1
  const unit = article.grossCents * modelNear(targetCents / quantity / article.grossCents)
  const euros = Math.max(Math.round(unit / 100), 5)
  const grossAims = endings.map((ending) => (ending === 0 ? euros * 100 : (euros - 1) * 100 + ending))
  const first = random.int(0, 1)
  const aims = [...grossAims.slice(first), ...grossAims.slice(0, first)]
  const rate = article.taxRate
  const fits = (gross: number) => withVat(Math.round((gross * 10_000) / (10_000 + rate)), rate) === gross
  const gross = aims.find(fits) ?? euros * 100
  const price = Math.round((gross * 10_000) / (10_000 + rate))
  const discount = random.chance(0.08) ? Math.round((price * quantity) / 10) : 0
  return { name: article.name, quantity, price, tax_rate: rate, discount, total: withVat(price * quantity - discount, rate) }
}

function makeShipping(random: Random): { name: string; method: string; total: number } {
  const ways = [
    { name: 'Envío a domicilio 24/48 h', method: 'postal', total: 495 },
    { name: 'Envío a domicilio', method: 'postal', total: 990 },
    { name: 'Recogida en tienda', method: 'pickup_store', total: 0 },
    { name: 'Recogida en punto de entrega', method: 'pickup_point', total: 295 },
    { name: 'Transporte y subida a domicilio', method: 'postal', total: 1990 },
  ]
  return random.pick(ways)
}
