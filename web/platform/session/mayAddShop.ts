import type { Session } from './session.ts'

type Asker = Pick<Session, 'account' | 'merchants' | 'may'>

/** Whether this member may ask for shops, but one of the account's waits for its approval: one does at a time. */
export const isShopWaiting = ({ account, merchants, may }: Asker): boolean =>
  may('merchantCreate') && !account.requiresOnboarding && merchants.some(({ status }) => status === 'pending')

/** Whether this member may ask for another shop now. */
export const mayAddShop = (session: Asker): boolean =>
  session.may('merchantCreate') && !session.account.requiresOnboarding && !isShopWaiting(session)
