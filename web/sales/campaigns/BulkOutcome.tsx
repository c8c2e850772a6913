import { t } from '../../platform/i18n/t.ts'
import { Banner } from '../../platform/ui/feedback/Banner.tsx'
import { Button } from '../../platform/ui/controls/Button.tsx'
import type { Outcome } from './useCampaignActions.ts'

/** Outcome of an action by campaign; null when it succeeded on a single one. */
export function BulkOutcome({ outcome: { action, results }, onClose }: { outcome: Outcome; onClose: () => void }) {
  const refused = results.filter(({ message }) => message !== null).length
  if (results.length === 1 && refused === 0) return null
  return (
    <div className="pb-3">
      <Banner
        live
        tone={refused > 0 ? 'warning' : 'info'}
        title={t(`campaigns.outcome.${action}`, { done: results.length - refused, all: results.length })}
        action={
          <Button variant="quiet" size="small" onClick={onClose}>
            {t('campaigns.outcome.close')}
          </Button>
        }
      >
        <ul className="grid gap-0.5 pt-1">
          {results.map(({ id, name, message }) => (
            <li key={id}>
              <b className="font-strong">{name}:</b> {message ?? t(`campaigns.outcome.${action}.one`)}
            </li>
          ))}
        </ul>
      </Banner>
    </div>
  )
}
