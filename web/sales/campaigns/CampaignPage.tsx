import { useQuery } from '@tanstack/react-query'
import type { Campaign } from '#contract/sales/campaigns'
import { campaignAllows } from '#domain/sales/campaigns/campaign'
import { t } from '../../platform/i18n/t.ts'
import { ActivityLink } from '../operationStatus/ActivityLink.tsx'
import { configurationRead } from '../operationStatus/operationReads.ts'
import { ReadState } from '../../platform/requests/ReadState.tsx'
import { useMerchant } from '../../platform/requests/useMerchant.ts'
import { paths } from '../../platform/routes/paths.ts'
import type { LoaderContext, Screen } from '../../platform/routes/screen.ts'
import { useAddress } from '../../platform/routes/useAddress.ts'
import { BackLink } from '../../platform/ui/controls/BackLink.tsx'
import { Skeleton } from '../../platform/ui/tables/Skeleton.tsx'
import { CampaignEditor } from './CampaignEditor.tsx'
import { CampaignReadOnly } from './CampaignReadOnly.tsx'
import { campaignRead, resultsRead } from './campaignReads.ts'
import { hasBegun } from './campaignText.ts'

/** Prefetches the campaign and its results. */
function loader({ params, queryClient }: LoaderContext): void {
  const { merchantId = '', campaignId = '' } = params
  void queryClient.prefetchQuery(campaignRead(merchantId, campaignId))
  void queryClient.prefetchQuery(resultsRead(merchantId, campaignId))
}

/** A campaign: editor, or read-only for members without the right or when it has ended. */
function CampaignDetail() {
  const { merchantId, flag } = useMerchant()
  const { params } = useAddress()
  const campaignId = params['campaignId'] ?? ''
  const read = useQuery(campaignRead(merchantId, campaignId))
  const { data } = read
  const results = useQuery(resultsRead(merchantId, campaignId))
  const configuration = useQuery(configurationRead(merchantId))
  // Loaded first to avoid a layout shift: the layout depends on the results or, before the start, on the numbers of instalments.
  const isWhole = data && (hasBegun(data) ? results.isFetched : configuration.isFetched)
  return (
    <>
      <BackLink href={paths.campaigns(merchantId, flag)}>{t('campaigns.back')}</BackLink>
      {isWhole ? (
        <Shown key={data.id} campaign={data} />
      ) : (
        <div className="pt-6">
          <ReadState read={{ ...read, data: isWhole }} failed={t('campaigns.failed.detail')} loading={t('campaigns.loading')}>
            <Skeleton width={260} className="h-7" />
            <Skeleton width={320} />
            <Skeleton width={180} className="mt-6 h-5" />
            <div className="grid max-w-[820px] gap-4">
              <Skeleton width="100%" />
              <Skeleton width="100%" />
              <Skeleton width="70%" />
              <Skeleton width="100%" className="h-36" />
            </div>
          </ReadState>
        </div>
      )}
    </>
  )
}

function Shown({ campaign }: { campaign: Campaign }) {
  const { may } = useMerchant()
  const writes = may('campaignUpdate') && campaignAllows(campaign.status, 'update')
  return (
    <>
      {writes ? <CampaignEditor campaign={campaign} /> : <CampaignReadOnly campaign={campaign} />}
      <ActivityLink object={campaign.id}>{t('campaigns.activity')}</ActivityLink>
    </>
  )
}

export const CampaignPage: Screen = { component: CampaignDetail, loader }
