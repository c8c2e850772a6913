import { lazy, Suspense, useEffect, useState } from 'react'
import type { AnswerOf } from '#contract/platform/endpoint'
import { continuationCreate } from '#contract/access/continuations'
import { write } from '../api/write.ts'
import { deviceMs } from '../api/serverClock.ts'
import { t } from '../i18n/t.ts'
import { Button } from '../ui/controls/Button.tsx'
import { Skeleton } from '../ui/tables/Skeleton.tsx'
import { useSecondsLeft } from '../ui/figures/useSecondsLeft.ts'
import { currentDrafts } from './carriedDrafts.ts'
import { Dialog } from '../feedback/Dialog.tsx'
import { RetryBanner } from '../feedback/RetryBanner.tsx'

const QrCode = lazy(async () => ({ default: (await import('../ui/figures/QrCode.tsx')).QrCode }))

type Code = AnswerOf<typeof continuationCreate>
type State = { at: 'making' } | { at: 'failed'; error: unknown } | { at: 'made'; code: Code; endsAt: number }

/** Lifetime of a code, measured by this device’s clock, which may differ from the server’s. */
const lifeMs = 5 * 60_000

/** A QR code that opens this page on the user’s own phone, with its filters and drafts. The token is in the fragment (`#`), so it never reaches a server’s log. */
export function ContinueDialog({ onClose }: { onClose: () => void }) {
  const [state, setState] = useState<State>({ at: 'making' })
  const again = () => setState({ at: 'making' })
  const making = state.at === 'making'
  useEffect(() => {
    if (!making) return
    const path = location.pathname + location.search
    write(continuationCreate, { body: { path, drafts: currentDrafts() } }).then(
      (code) => setState({ at: 'made', code, endsAt: deviceMs() + lifeMs }),
      (error: unknown) => setState({ at: 'failed', error }),
    )
  }, [making])
  return (
    <Dialog title={t('shell.continue')} onClose={onClose} firstFocus="h2">
      <div className="grid gap-5">
        <p>{t('shell.continue.lead')}</p>
        {state.at === 'making' && (
          <div role="group" aria-busy="true" aria-label={t('shell.continue.making')}>
            <Skeleton width={176} className="h-9" />
          </div>
        )}
        {state.at === 'failed' && <RetryBanner error={state.error} onRetry={again} />}
        {state.at === 'made' && <Made code={state.code} endsAt={state.endsAt} onAgain={again} />}
        <p className="text-md text-ink-3">{t('shell.continue.safe')}</p>
      </div>
    </Dialog>
  )
}

function Made({ code: { id, token }, endsAt, onAgain }: { code: Code; endsAt: number; onAgain: () => void }) {
  const left = useSecondsLeft(endsAt)
  if (left === 0)
    return (
      <div role="status" className="grid justify-items-start gap-3">
        <p className="font-medium">{t('shell.continue.over')}</p>
        <Button onClick={onAgain}>{t('shell.continue.again')}</Button>
      </div>
    )
  return (
    <div className="grid justify-items-start gap-2">
      <div className="w-44 overflow-hidden rounded-3 border border-line">
        <Suspense fallback={<Skeleton width={176} className="h-9" />}>
          <QrCode text={`${location.origin}/continue#${id}.${token}`} label={t('shell.continue.code')} />
        </Suspense>
      </div>
      <p className="text-md text-ink-2" role="timer">
        {t('shell.continue.left', { time: `${Math.floor(left / 60)}:${String(left % 60).padStart(2, '0')}` })}
      </p>
    </div>
  )
}
