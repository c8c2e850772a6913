import { objectWhereabouts } from '#contract/merchants/merchants'
import { call } from '../api/call.ts'
import { paths } from '../routes/paths.ts'
import { t } from '../i18n/t.ts'
import { go } from '../routes/go.ts'
import { writeMode } from '../routes/modeStorage.ts'
import { clientState } from '../session/session.ts'
import { showToast } from '../feedback/toasts.ts'
import { ToastAction } from '../feedback/ToastAction.tsx'
import { createElement } from 'react'

/**
 * An unknown object redirects to the root. If it belongs to the user, in another merchant or mode, the notice says so and offers to open it there; an
 * object of somebody else looks exactly like one that does not exist.
 */
export async function redirectFromWrongContext(objectId: string | undefined): Promise<void> {
  go(paths.root(), { replace: true })
  if (objectId === undefined) return showToast(t('shell.notice.notFound'), { key: 'notFound' })
  const whereabouts = await call(objectWhereabouts, { params: { objectId }, quiet: true, background: true }).catch(() => null)
  if (!whereabouts) return showToast(t('shell.notice.notFound'), { key: 'notFound' })
  const linked = whereabouts.kind === 'checkout'
  const label = t('shell.notice.switchAndOpen')
  const { merchants, account } = clientState.get()
  const open = () => {
    writeMode(whereabouts.merchantId, merchants, whereabouts.mode)
    go(linked ? paths.checkoutOffline(whereabouts.merchantId, { order: objectId }) : paths.operation(whereabouts.merchantId, objectId))
  }
  const inTest = whereabouts.mode === 'sandbox'
  if (account?.sandboxOnly && !inTest) return showToast(t('shell.seat.link'), { key: 'notFound', lastsMs: 20_000 })
  const key = linked
    ? inTest
      ? 'shell.notice.linkElsewhereSandbox'
      : 'shell.notice.linkElsewhereLive'
    : inTest
      ? 'shell.notice.elsewhereSandbox'
      : 'shell.notice.elsewhereLive'
  showToast(t(key, { shop: whereabouts.merchantName }), {
    key: 'notFound',
    action: createElement(ToastAction, { label, onPress: open, toast: 'notFound' }),
    lastsMs: 20_000,
  })
}
