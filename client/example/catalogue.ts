import type { Article, Cents } from '../src/main.ts'

/** `drawing`: an SVG path in 240 by 120. */
export type Product = { id: string; name: string; about: string; netCents: Cents; colour: string; drawing: string }
/** A product and its quantity; the total includes VAT. */
export type CartLine = { product: Product; quantity: number; totalCents: Cents }

/** Spanish VAT in basis points. Net prices are whole euros, so that VAT is a whole number of cents. */
const taxRate = 2_100

export const products: readonly Product[] = [
  {
    id: 'butaca',
    name: 'Butaca Alcor',
    about: 'Haya maciza y lana gris',
    netCents: 32_000,
    colour: '#b86f4b',
    drawing:
      'M92 30h56a10 10 0 0 1 10 10v26H82V40a10 10 0 0 1 10-10zM70 56a9 9 0 0 1 9 9v13h82V65a9 9 0 0 1 18 0v30H61V65a9 9 0 0 1 9-9zM76 95h8v12h-8zM156 95h8v12h-8z',
  },
  {
    id: 'mesa',
    name: 'Mesa Tormes',
    about: 'Roble, para seis personas',
    netCents: 54_000,
    colour: '#8a6d4b',
    drawing: 'M50 44h140a4 4 0 0 1 4 4v8H46v-8a4 4 0 0 1 4-4zM60 56h10l-6 52h-8zM170 56h10l4 52h-8z',
  },
  {
    id: 'lampara',
    name: 'Lámpara Serena',
    about: 'Vidrio soplado, luz cálida',
    netCents: 9_500,
    colour: '#5c7a6a',
    drawing: 'M96 26h48l18 40H78zM117 66h6v34h-6zM98 100h44a4 4 0 0 1 4 4v4H94v-4a4 4 0 0 1 4-4z',
  },
]

const maxQuantity = 9

export const grossCents = ({ netCents }: Product): Cents => (netCents * (10_000 + taxRate)) / 10_000

/** The cart in a form's fields: the quantity of each product. */
export const cartOf = (fields: URLSearchParams): CartLine[] =>
  products.flatMap((product) => {
    const typed = fields.get(product.id) ?? ''
    const quantity = /^\d$/.test(typed) ? Math.min(maxQuantity, Number(typed)) : 0
    return quantity === 0 ? [] : [{ product, quantity, totalCents: quantity * grossCents(product) }]
  })

/** A cart as query parameters, without customer data. */
export const fieldsOf = (cart: readonly CartLine[]): string =>
  new URLSearchParams(cart.map(({ product, quantity }) => [product.id, String(quantity)])).toString()

export const totalOf = (cart: readonly CartLine[]): Cents => cart.reduce((sum, { totalCents }) => sum + totalCents, 0)

/** The lines in the format of the shops' API: cents net of VAT, per unit. */
export const articlesOf = (cart: readonly CartLine[]): Article[] =>
  cart.map(({ product: { id, name, about, netCents }, quantity }) => ({ id, name, description: about, quantity, price: netCents, taxRate }))
