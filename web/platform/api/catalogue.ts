import type { ApiFailure } from './apiFailure.ts'

/** Where the error catalogue leads. The shell gives the real ways; without them nothing moves. */
export type Ways = {
  /** 503: the maintenance page, the way back kept. */
  maintenance: (failure: ApiFailure) => void
  /** 403 NotAuthenticated or 401 InvalidToken, or TokenExpired on a call already retried: the session is over here and was ended there. */
  signedOut: (failure: ApiFailure) => void
  /** 404 whose fields include `uuid`: the root, after looking for the object among my other shops and modes. */
  unknownEntity: (failure: ApiFailure) => void
  /** Settles when somebody has signed in again over the page (true) or has left it (false). */
  signedInAgain: () => Promise<boolean>
}

const nowhere: Ways = { maintenance: () => {}, signedOut: () => {}, unknownEntity: () => {}, signedInAgain: () => Promise.resolve(false) }
let ways = nowhere

/** Given once at start by each entry. */
export function setWays(given: Partial<Ways>): void {
  ways = { ...nowhere, ...given }
}

/** The ways of this entry. */
export const presentWays = (): Ways => ways

/** What a failure asks for. Role denials and all other refusals ask for nothing: they belong to whoever called. */
export type Consequence = 'maintenance' | 'signedOut' | 'refresh' | 'unknownEntity' | 'none'

/** What each error leads to, as a table. `retried`: the call had already been sent again after a refresh. */
export function consequenceOf(
  { status, type, unknownEntity }: Pick<ApiFailure, 'status' | 'type' | 'unknownEntity'>,
  retried: boolean,
): Consequence {
  if (status === 503) return 'maintenance'
  if (status === 401 && type === 'TokenExpired') return retried ? 'signedOut' : 'refresh'
  if (status === 403 && type === 'NotAuthenticated') return 'signedOut'
  if (status === 401 && type === 'InvalidToken') return 'signedOut'
  if (status === 404 && unknownEntity !== null) return 'unknownEntity'
  return 'none'
}
