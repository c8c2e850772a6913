import { useQuery } from '@tanstack/react-query'
import type { Campaign } from '#contract/campaigns'
import { campaignAllows } from '#domain/campaign'
import { t } from '../i18n/t.ts'
import { ActivityLink } from '../operation/ActivityLink.tsx'
import { ReadState } from '../operation/ReadState.tsx'
import { useShop } from '../operation/useShop.ts'
import { paths } from '../paths.ts'
import type { LoaderContext, Screen } from '../shell/screen.ts'
import { useAddress } from '../shell/useAddress.ts'
import { BackLink } from '../ui/BackLink.tsx'
import { Skeleton } from '../ui/Skeleton.tsx'
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
  const read = useQuery(campaignRead(merchantId, campaignId))
  const { data } = read
  return (
    <>
      <BackLink href={paths.campaigns(merchantId, flag)}>{t('campaigns.back')}</BackLink>
      {data ? (
        <Shown key={data.id} campaign={data} />
      ) : (
        <div className="pt-6">
          <ReadState read={read} failed={t('campaigns.failed.detail')} loading={t('campaigns.loading')}>
            <Skeleton width={260} className="h-9" />
            <Skeleton width={320} />
            <Skeleton width={280} />
          </ReadState>
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
