import type { Handler } from '../../platform/calls/call.ts'
import { readCart } from './readCart.ts'

/** The limits of the shop's carts. */
export const cartView: Handler<'cartView'> = ({ db, scope }) => readCart(db, scope)
