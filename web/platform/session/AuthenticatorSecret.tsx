import { Suspense } from 'react'
import { groupedByFour } from '#domain/access/totp'
import { t } from '../i18n/t.ts'
import { CopyButton } from '../ui/controls/CopyButton.tsx'
import { lazyWithRetry } from '../ui/controls/lazyWithRetry.tsx'
import { Skeleton } from '../ui/tables/Skeleton.tsx'

const QrCode = lazyWithRetry(async () => (await import('../ui/figures/QrCode.tsx')).QrCode)

/** The secret of an authenticator app: as a QR code, and to type or copy. */
export function AuthenticatorSecret({ secret, uri }: { secret: string; uri: string }) {
  return (
    <div className="flex flex-wrap items-center gap-6">
      <div className="w-44 shrink-0 overflow-hidden rounded-3 border border-line">
        <Suspense fallback={<Skeleton width={176} className="h-9" />}>
          <QrCode text={uri} label={t('settings.authenticator.qr')} />
        </Suspense>
      </div>
      <div className="grid min-w-0 flex-1 basis-48 gap-2 text-md">
        <p className="text-ink-2">{t('settings.authenticator.byHand')}</p>
        <p className="font-code wrap-anywhere">{groupedByFour(secret)}</p>
        <p>
          <CopyButton text={secret} label={t('settings.authenticator.copy')} copiedLabel={t('settings.recovery.copied')} />
        </p>
      </div>
    </div>
  )
}
