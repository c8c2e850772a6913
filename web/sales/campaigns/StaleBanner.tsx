import { t } from '../../platform/i18n/t.ts'
import { failureText } from '../../platform/requests/FailureCard.tsx'
import { Banner } from '../../platform/ui/feedback/Banner.tsx'
import { Button } from '../../platform/ui/controls/Button.tsx'
import { typedFields } from './campaignDraft.ts'
import { listed } from './campaignText.ts'
import type { CampaignDraft } from './useCampaignDraft.ts'

/** Somebody else was faster: who, what of mine is not saved, and both ways on. Nothing typed is gone until one says so. */
export function StaleBanner({ draft: { error, typed, settle } }: { draft: CampaignDraft }) {
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
              <Button size="small" onClick={() => void settle(true)}>
                {t('campaigns.stale.mine')}
              </Button>
            )}
            <Button size="small" variant="quiet" onClick={() => void settle(false)}>
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
