import type { CallName } from '#contract/index'
import { t } from '../i18n/t.ts'
import type { Settled } from '../routes/settle.ts'
import { clientState } from '../session/session.ts'
import { showToast } from '../feedback/toasts.ts'

/** Shows a toast that says why a navigation was redirected. */
export function showNotices({ notices, denied }: Pick<Settled, 'notices' | 'denied'>): void {
  const { merchants, merchantId } = clientState.get()
  const shop = merchants.find(({ id }) => id === merchantId)?.name ?? ''
  for (const notice of notices) {
    if (notice === 'merchantReplaced') showToast(t('shell.notice.merchantReplaced', { shop }), { key: notice })
    else if (notice === 'disabled') showToast(t('shell.notice.disabled'), { key: notice })
    else {
      showToast(t('shell.notice.denied', { right: t(`shell.right.${rightOf(denied?.row?.name)}`) }), { key: notice })
      if (denied?.row?.needs) offerToAsk(denied.row.needs)
    }
  }
}

/** Offers to request access. Loaded later; without it the notice alone is enough. */
function offerToAsk(needs: CallName): void {
  import('../session/askForAccess.tsx').then((room) => room.offerToAsk(needs)).catch(() => {})
}

const rights = { operationRefund: 'refund', operationCancel: 'cancel', operationCapture: 'capture' } as const

/** The permission that a route needs, as a message key. */
function rightOf(name: string | undefined): 'refund' | 'cancel' | 'capture' | 'page' {
  return name !== undefined && name in rights ? rights[name as keyof typeof rights] : 'page' // checked by the `in` before
}
