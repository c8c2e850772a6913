import type { Session } from './session.ts'

/** Whether this member may ask for another shop now: one waits for its approval at a time. */
export const mayAddShop = ({ account, merchants, may }: Pick<Session, 'account' | 'merchants' | 'may'>): boolean =>
  may('merchantCreate') && !account.requiresOnboarding && merchants.every(({ status }) => status !== 'pending')
