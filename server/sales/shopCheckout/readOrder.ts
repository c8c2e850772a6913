import type { ShopSaleBody } from '#contract/sales/shopsApi/shopCheckout'
import { articleTitle } from '#domain/sales/campaigns/articleTitle'
import { basisPoints, cents, sum, type BasisPoints, type Cents } from '#domain/platform/money'
import { orderNumber } from '#domain/sales/operations/orderNumber'
import { cartCents, lineCents, ofUnits, parseCents, parseQuantity, parseRate, type ShopLine } from '#domain/sales/shopsApi/shopCart'
import type { CartLine } from '../lifecycle/openOperation.ts'

const maxNameLength = 250

/** An order as stored; `differenceCents`: its total, which takes precedence, less the sum of its cart. */
export type ParsedOrder = {
  mid: string
  totalCents: Cents
  articles: CartLine[]
  shipping: { name: string; method: string; total: Cents } | null
  taxRate: number
  discountCents: Cents
  discountRate: number
  differenceCents: Cents
}

type Priced = {
  price?: number | string | undefined
  taxRate?: number | string | undefined
  discount?: number | string | undefined
  discountRate?: number | string | undefined
}

/** Reads an order, its cart and its shipping; an article's tax rate takes precedence over the order's. */
export function readOrder({ order, shipping: sent }: ShopSaleBody): ParsedOrder {
  const orderTax = parseRate(order.taxRate)
  const lines = order.articles.map((article) => ({ article, line: lineOf(parseQuantity(article.quantity), article, orderTax) }))
  const shipping = sent === undefined || Array.isArray(sent) ? null : sent
  const shippingLine = shipping && lineOf(1, shipping, orderTax)
  const discountCents = sum(parseCents(order.discount), parseCents(order.cartDiscount))
  const rates = [parseRate(order.discountRate), parseRate(order.cartDiscountRate)]
  const totalCents = parseCents(order.totalAmount)
  const all = [...lines.map(({ line }) => line), ...(shippingLine ? [shippingLine] : [])]
  return {
    mid: orderNumber(String(order.id)),
    totalCents,
    articles: lines.map(({ article, line }) => cartLineOf(String(article.id), article.name, line)),
    shipping: shipping && readShipping(shipping, orderTax),
    taxRate: orderTax,
    discountCents,
    discountRate: basisPoints(rates.reduce((all, rate) => all + rate, 0)),
    differenceCents: cents(totalCents - cartCents(all, { cents: discountCents, rates })),
  }
}

/** A line as sent; its tax rate takes precedence over the order's. */
const lineOf = (quantity: number, value: Priced, orderTax: BasisPoints): ShopLine => ({
  quantity,
  priceCents: parseCents(value.price),
  taxRate: value.taxRate === undefined ? orderTax : parseRate(value.taxRate),
  discountCents: parseCents(value.discount),
  discountRate: parseRate(value.discountRate),
})

type Articles = ShopSaleBody['order']['articles']
type Shipping = Exclude<ShopSaleBody['shipping'], undefined | unknown[]>

/** The articles of a cart as stored. */
export const readArticles = (articles: Articles, orderTax: BasisPoints): CartLine[] =>
  articles.map((article) => cartLineOf(String(article.id), article.name, lineOf(parseQuantity(article.quantity), article, orderTax)))

/** The shipping of a cart as stored. */
export const readShipping = (shipping: Shipping, orderTax: BasisPoints): NonNullable<ParsedOrder['shipping']> => ({
  name: textOf(shipping.name),
  method: methodOf(shipping.method),
  total: lineCents(lineOf(1, shipping, orderTax)),
})

/** A line as the panel shows it: the discount of all units, and surcharges as part of the price. */
function cartLineOf(id: string, name: string, line: ShopLine): CartLine {
  const { quantity, priceCents, discountCents, taxRate } = line
  const dearer = Math.max(0, -discountCents)
  return {
    id,
    name: articleTitle(name, maxNameLength),
    quantity,
    price: priceCents + dearer,
    taxRate,
    discount: ofUnits(cents(Math.max(0, discountCents)), quantity),
    total: lineCents(line),
  }
}

const textOf = (value: unknown) => (typeof value === 'string' ? articleTitle(value, maxNameLength) : '')
const methods: readonly unknown[] = ['pickup_store', 'pickup_point', 'postal']
const methodOf = (value: unknown) => (methods.includes(value) ? String(value) : 'postal')
