import type { Mode } from '../api/requestMode.ts'
import { readMode } from '../routes/modeStorage.ts'
import { clientState } from '../session/session.ts'

/** The mode of a shop: the one that was saved for it, and test mode for whoever may enter nothing else. */
export function modeOf(merchantId: string | null): Mode {
  const { account, merchants } = clientState.get()
  return account?.sandboxOnly ? 'sandbox' : readMode(merchantId, merchants)
}
