import type { ApiFailure } from './apiFailure.ts'

/** Handlers of the errors that lead elsewhere. The application shell sets the real ones; without them nothing happens. */
type ErrorHandlers = {
  /** 503: the maintenance page, with the address to return to. */
  maintenance: (failure: ApiFailure) => void
  /** 403 NotAuthenticated or 401 InvalidToken, or TokenExpired on a retried call: the session has ended and was removed on both sides. */
  signedOut: (failure: ApiFailure) => void
  /** 404 whose fields include `uuid`: the root, after looking the object up in the user’s other merchants and modes. */
  unknownEntity: (failure: ApiFailure) => void
  /** Settles when the user has signed in again over the page (true) or has left it (false). */
  signedInAgain: () => Promise<boolean>
}

const noHandlers: ErrorHandlers = {
  maintenance: () => {},
  signedOut: () => {},
  unknownEntity: () => {},
  signedInAgain: () => Promise.resolve(false),
}
let handlers = noHandlers

/** Called once at the start of each entry. */
export function setErrorHandlers(changes: Partial<ErrorHandlers>): void {
  handlers = { ...noHandlers, ...changes }
}

/** The handlers of this entry. */
export const errorHandlers = (): ErrorHandlers => handlers

/** How an error is handled. Denied roles and all other refusals are left to the caller. */
type Consequence = 'maintenance' | 'signedOut' | 'refresh' | 'unknownEntity' | 'none'

/** The handling of each error type, as a table. `retried`: the call had already been retried after a refresh. */
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
