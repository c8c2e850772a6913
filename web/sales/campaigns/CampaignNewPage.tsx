import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { campaignCreate } from '#contract/sales/campaigns'
import { newKey } from '../../platform/api/call.ts'
import { write } from '../../platform/api/write.ts'
import { t } from '../../platform/i18n/t.ts'
import { failureText } from '../../platform/requests/FailureCard.tsx'
import { useMerchant } from '../../platform/requests/useMerchant.ts'
import { paths } from '../../platform/routes/paths.ts'
import { go } from '../../platform/routes/go.ts'
import type { Screen } from '../../platform/routes/screen.ts'
import { BackLink } from '../../platform/ui/controls/BackLink.tsx'
import { Banner } from '../../platform/ui/feedback/Banner.tsx'
import { Button } from '../../platform/ui/controls/Button.tsx'
import { EmptyState } from '../../platform/ui/feedback/EmptyState.tsx'
import { campaignRead } from './campaignReads.ts'

const starts = ['zero', 'blank'] as const
type Start = (typeof starts)[number]

/** Preset values of each template. */
const filledBy = (start: Start) => (start === 'zero' ? { name: t('campaigns.new.zero.name'), interest: 0 } : {})

/** Choice of a template; the draft is then edited on its own page with autosave. */
function CampaignNew() {
  const { merchantId, may, flag } = useMerchant()
  const client = useQueryClient()
  const [begun, setBegun] = useState<Start | null>(null)
  const [error, setError] = useState<unknown>(null)
  // Idempotency key: a retry after a lost response creates no second draft.
  const [keys] = useState(() => ({ zero: newKey(), blank: newKey() }))

  async function begin(start: Start) {
    if (begun !== null) return
    setBegun(start)
    setError(null)
    try {
      const made = await write(campaignCreate, { params: { merchantId }, body: filledBy(start), key: keys[start] })
      client.setQueryData(campaignRead(merchantId, made.id).queryKey, made)
      void client.invalidateQueries({ queryKey: ['campaignList'] })
      go(paths.campaign(merchantId, made.id, flag), { replace: true })
    } catch (failure) {
      setError(failure)
      setBegun(null)
    }
  }
  return (
    <section aria-labelledby="new-campaign-title">
      <BackLink href={paths.campaigns(merchantId, flag)}>{t('campaigns.back')}</BackLink>
      {may('campaignCreate') ? (
        <>
          <h1 id="new-campaign-title" className="pt-2 pb-5 font-display text-title-lg leading-tight font-title tracking-tight">
            {t('campaigns.new.title')}
          </h1>
          {error !== null && (
            <div className="pb-5">
              <Banner tone="error" live title={failureText(error)} />
            </div>
          )}
          <div className="grid max-w-[820px] gap-5 md:grid-cols-2">
            {starts.map((start) => (
              <section key={start} className="flex flex-col items-start gap-3 rounded-4 border border-line p-5">
                <h2 className="text-title-sm">{t(`campaigns.new.${start}`)}</h2>
                <p className="flex-1 text-ink-2">{t(`campaigns.new.${start}.about`)}</p>
                <Button
                  variant={start === 'zero' ? 'filled' : 'outlined'}
                  busy={begun === start}
                  busyLabel={t('shell.creating')}
                  onClick={() => void begin(start)}
                >
                  {t(`campaigns.new.${start}.verb`)}
                </Button>
              </section>
            ))}
          </div>
        </>
      ) : (
        <EmptyState title={t('campaigns.new.guest')}>{t('campaigns.empty.guest')}</EmptyState>
      )}
    </section>
  )
}

export const CampaignNewPage: Screen = { component: CampaignNew }
