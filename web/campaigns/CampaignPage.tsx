import { useQuery } from '@tanstack/react-query'
import ArrowLeft from 'lucide-react/icons/arrow-left'
import type { Campaign } from '#contract/campaigns'
import { campaignAllows } from '#domain/campaign'
import { t } from '../i18n/t.ts'
import { ActivityLink } from '../operation/ActivityLink.tsx'
import { FailureCard } from '../operation/FailureCard.tsx'
import { useShop } from '../operation/useShop.ts'
import { paths } from '../paths.ts'
import type { LoaderContext, Screen } from '../shell/screen.ts'
import { useAddress } from '../shell/useAddress.ts'
import { Anchor } from '../ui/Anchor.tsx'
import { Skeleton } from '../ui/Skeleton.tsx'
import { useDelayed } from '../ui/useDelayed.ts'
import { CampaignEditor } from './CampaignEditor.tsx'
import { CampaignReading } from './CampaignReading.tsx'
import { campaignRead } from './campaignReads.ts'

/** Starts the read of the campaign before it is drawn. */
function loader({ params, queryClient }: LoaderContext): void {
  const { merchantId = '', campaignId = '' } = params
  void queryClient.prefetchQuery(campaignRead(merchantId, campaignId))
}

/** One campaign: to be written, or to be read by those who may not or when it is over. */
function CampaignDetail() {
  const { merchantId, flag } = useShop()
  const { params } = useAddress()
  const campaignId = params['campaignId'] ?? ''
  const { data, error, isError, refetch, isFetching } = useQuery(campaignRead(merchantId, campaignId))
  const slow = useDelayed(!data && !isError)
  return (
    <>
      <Anchor
        href={paths.campaigns(merchantId, flag)}
        className="inline-flex min-h-6 items-center gap-2 text-md text-ink-2 hover:text-ink max-md:min-h-11"
      >
        <ArrowLeft aria-hidden className="size-3.75" />
        {t('campaigns.back')}
      </Anchor>
      {data ? (
        <Shown key={data.id} campaign={data} />
      ) : (
        <div className="pt-6">
          {isError && (
            <FailureCard title={t('campaigns.failed.detail')} error={error} onRetry={() => void refetch()} retrying={isFetching} />
          )}
          {slow && (
            <div aria-busy="true" aria-label={t('campaigns.loading')} className="grid gap-5">
              <Skeleton width={260} className="h-9" />
              <Skeleton width={320} />
              <Skeleton width={280} />
            </div>
          )}
        </div>
      )}
    </>
  )
}

function Shown({ campaign }: { campaign: Campaign }) {
  const { may } = useShop()
  const writes = may('campaignUpdate') && campaignAllows(campaign.status, 'update')
  return (
    <>
      {writes ? <CampaignEditor campaign={campaign} /> : <CampaignReading campaign={campaign} />}
      <ActivityLink object={campaign.id}>{t('campaigns.activity')}</ActivityLink>
    </>
  )
}

export const CampaignPage: Screen = { component: CampaignDetail, loader }
