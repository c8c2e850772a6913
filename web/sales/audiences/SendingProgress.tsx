import { t } from '../../platform/i18n/t.ts'
import { Live } from '../../platform/ui/feedback/Live.tsx'
import { ProgressBar } from '../../platform/ui/feedback/ProgressBar.tsx'
import type { Sending } from './useCreateAudience.ts'

/** Progress of the creation: hashing in the browser, uploading, writing on the server. */
export function SendingProgress({ sending: { step, share } }: { sending: Sending }) {
  const words = t(`audiences.sending.${step}`)
  return (
    <div className="border-t border-line pt-4">
      <div className="flex items-baseline justify-between gap-3 pb-1.5 text-md">
        <span>{words}</span>
        {step !== 'writing' && <span className="text-sm text-ink-3">{t('shell.percent', { percent: Math.floor(share * 100) })}</span>}
      </div>
      <ProgressBar percent={step === 'writing' ? 100 : share * 100} label={words} />
      <Live message={words} />
    </div>
  )
}
