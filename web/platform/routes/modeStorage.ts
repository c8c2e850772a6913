import type { Mode } from '../api/requestMode.ts'

/** Only an id of the loaded list makes a key, so nothing like `…undefined` is ever written or believed. */
function keyOf(merchantId: string, merchants: readonly { id: string }[]): string | null {
  return merchantId !== 'undefined' && merchants.some(({ id }) => id === merchantId) ? `sandbox:${merchantId}` : null
}

/** The shop's saved mode; anything that is not exactly "1" means live. */
export function readMode(merchantId: string | null, merchants: readonly { id: string }[]): Mode {
  const key = merchantId === null ? null : keyOf(merchantId, merchants)
  try {
    return key !== null && localStorage.getItem(key) === '1' ? 'sandbox' : 'live'
  } catch {
    return 'live' // storage switched off
  }
}

/** Saves a shop's mode on this device; it is a choice of view, so signing out leaves it. */
export function writeMode(merchantId: string, merchants: readonly { id: string }[], mode: Mode): void {
  const key = keyOf(merchantId, merchants)
  try {
    if (key !== null) localStorage.setItem(key, mode === 'sandbox' ? '1' : '0')
  } catch {
    // storage switched off: the choice lasts as long as the page
  }
}
