import type { Mode } from '../api/requestMode.ts'

/** Only an id of the loaded list makes a key, so that nothing like `…undefined` is written or read. */
function keyOf(merchantId: string, merchants: readonly { id: string }[]): string | null {
  return merchantId !== 'undefined' && merchants.some(({ id }) => id === merchantId) ? `sandbox:${merchantId}` : null
}

/** The merchant’s saved mode; anything but exactly "1" means live. */
export function readMode(merchantId: string | null, merchants: readonly { id: string }[]): Mode {
  const key = merchantId === null ? null : keyOf(merchantId, merchants)
  try {
    return key !== null && localStorage.getItem(key) === '1' ? 'sandbox' : 'live'
  } catch {
    return 'live' // storage is unavailable
  }
}

/** Saves a merchant’s mode on this device; it is a display preference, so signing out keeps it. */
export function writeMode(merchantId: string, merchants: readonly { id: string }[], mode: Mode): void {
  const key = keyOf(merchantId, merchants)
  try {
    if (key !== null) localStorage.setItem(key, mode === 'sandbox' ? '1' : '0')
  } catch {
    // storage is unavailable: the choice lasts until the page is unloaded
  }
}
