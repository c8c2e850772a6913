import type { ShopCallName } from '#domain/keyRights'
import type { ShopCall } from './shopCall.ts'
import * as keys from './shopKeys.ts'

/** The shops' API by name. A call without a row in `shopPermissions`, or a row without a call, does not compile. */
export const shopsApi = {
  keyViewPublic: keys.keyViewPublic,
} satisfies { [Name in ShopCallName]: ShopCall & { name: Name } }

export type ShopsApi = typeof shopsApi
