import type { Account } from '#contract/access/account'

/** The account of a merchant, among those that the person may enter; undefined for an unknown merchant. */
export const accountOf = (accounts: Account['accounts'], merchantId: string | undefined): string | undefined =>
  accounts.find(({ merchants }) => merchants.some(({ id }) => id === merchantId))?.id

/** The merchant in the path of an address; undefined when there is none. */
export const merchantIn = (pathname: string): string | undefined => /^\/merchants\/([0-9a-f]{32})(?:\/|$)/.exec(pathname)?.[1]
