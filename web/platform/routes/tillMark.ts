const key = 'till'

/** Whether this browser is a shared till. The server knows it by a cookie that scripts cannot read; this only chooses where one signs in. */
export const isTill = (): boolean => localStorage.getItem(key) !== null

/** Notes that this browser is a shared till, or none any more. */
export function markTill(is: boolean): void {
  if (is) localStorage.setItem(key, '1')
  else localStorage.removeItem(key)
}
