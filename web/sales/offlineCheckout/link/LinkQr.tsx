import { Suspense, useState } from 'react'
import { money } from '../../../platform/i18n/format.ts'
import { t } from '../../../platform/i18n/t.ts'
import { lazyWithRetry } from '../../../platform/ui/controls/lazyWithRetry.tsx'
import { FullScreen } from './FullScreen.tsx'

// Loaded while the sale is being sent: the form does not need it.
const QrCode = lazyWithRetry(async () => (await import('../../../platform/ui/figures/QrCode.tsx')).QrCode)

/** The code of a link; a press shows it alone on a white screen. */
export function LinkQr({ url, amount }: { url: string; amount: number }) {
  const [isFull, setFull] = useState(false)
  const label = t('offlineCheckout.link.qr', { amount: money(amount) })
  return (
    <div>
      <Suspense fallback={<div aria-busy="true" className="min-h-48" />}>
        <button type="button" className="qr-press" aria-label={t('offlineCheckout.link.enlarge')} onClick={() => setFull(true)}>
          <QrCode text={url} label={label} />
        </button>
        {isFull && (
          <FullScreen label={label} tone="paper" onClose={() => setFull(false)}>
            <button type="button" className="full-screen-press" aria-label={t('shell.close')} onClick={() => setFull(false)}>
              <span className="full-screen-title">{money(amount)}</span>
              <QrCode text={url} label={label} />
              <span className="text-lg">{t('offlineCheckout.link.scanWith')}</span>
              <span className="pt-4 text-md underline">{t('shell.close')}</span>
            </button>
          </FullScreen>
        )}
      </Suspense>
      <p className="pb-2 text-center text-sm text-ink-3">{t('offlineCheckout.link.enlargeHint')}</p>
    </div>
  )
}
