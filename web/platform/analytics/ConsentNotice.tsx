import '../ui/feedback/inkBar.css'
import { t } from '../i18n/t.ts'

type ConsentNoticeProps = { onAnswer: (answer: 'yes' | 'no') => void }

/** Asks for consent to usage analytics; both answers have equal weight. */
export function ConsentNotice({ onAnswer }: ConsentNoticeProps) {
  return (
    <div role="group" aria-labelledby="analytics-consent" className="ink-bar flex-wrap gap-3 rounded-4 p-3 pl-4">
      <p className="min-w-0 flex-1 basis-72">
        <span id="analytics-consent" className="block font-strong">
          {t('analytics.consent.title')}
        </span>
        <span className="block text-sm text-inverse-2">{t('analytics.consent.detail')}</span>
      </p>
      <span className="ml-auto flex gap-2">
        <button type="button" className="ink-bar-verb h-11" onClick={() => onAnswer('no')}>
          {t('analytics.consent.no')}
        </button>
        <button type="button" className="ink-bar-verb h-11" onClick={() => onAnswer('yes')}>
          {t('analytics.consent.yes')}
        </button>
      </span>
    </div>
  )
}
