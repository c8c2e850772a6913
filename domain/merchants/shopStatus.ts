/** Whether a shop may begin a sale in a mode: an active one in both; one that waits for its approval in test mode only, to try it out. */
export const mayBeginSale = (status: string, mode: 'live' | 'sandbox'): boolean =>
  status === 'active' || (status === 'pending' && mode === 'sandbox')
