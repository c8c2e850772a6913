import { t } from '../../platform/i18n/t.ts'
import { failureText } from '../../platform/requests/FailureCard.tsx'
import { Banner } from '../../platform/ui/feedback/Banner.tsx'
import { Button } from '../../platform/ui/controls/Button.tsx'
import { typedFields } from './campaignDraft.ts'
import { listed } from './campaignText.ts'
import type { CampaignDraft } from './useCampaignDraft.ts'

/** Edit conflict: who changed the campaign, the unsaved changes, and the choice to keep or discard them. */
export function StaleBanner({ draft: { error, typed, resolveConflict } }: { draft: CampaignDraft }) {
  const fields = typedFields(typed)
  const mine = fields.map((field) => t(`campaigns.field.${field}`))
  return (
    <div className="pb-6">
      <Banner
        tone="warning"
        live
        title={failureText(error)}
        action={
          <div className="flex flex-wrap gap-2">
            {fields.length > 0 && (
              <Button size="small" onClick={() => void resolveConflict(true)}>
                {t('campaigns.stale.mine')}
              </Button>
            )}
            <Button size="small" variant="quiet" onClick={() => void resolveConflict(false)}>
              {t(fields.length > 0 ? 'campaigns.stale.theirs' : 'campaigns.stale.see')}
            </Button>
          </div>
        }
      >
        {fields.length > 0 && t('campaigns.stale.unsaved', { fields: listed(mine) })}
      </Banner>
    </div>
  )
}
