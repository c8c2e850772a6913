const key = 'till'

/** Whether this browser is a shared till. The server knows it by an HttpOnly cookie; this flag only chooses the sign-in page. */
export const isTill = (): boolean => localStorage.getItem(key) !== null

/** Marks or unmarks this browser as a shared till. */
export function markTill(is: boolean): void {
  if (is) localStorage.setItem(key, '1')
  else localStorage.removeItem(key)
}
