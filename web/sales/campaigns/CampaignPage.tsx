import { useQuery } from '@tanstack/react-query'
import { t } from '../../platform/i18n/t.ts'
import { configurationRead } from '../operationStatus/operationReads.ts'
import { ReadState } from '../../platform/requests/ReadState.tsx'
import { useMerchant } from '../../platform/requests/useMerchant.ts'
import { paths } from '../../platform/routes/paths.ts'
import type { LoaderContext, Screen } from '../../platform/routes/screen.ts'
import { useAddress } from '../../platform/routes/useAddress.ts'
import { BackLink } from '../../platform/ui/controls/BackLink.tsx'
import { campaignRead, resultsRead } from './campaignReads.ts'
import { CampaignShown } from './CampaignShown.tsx'
import { CampaignSkeleton } from './CampaignSkeleton.tsx'
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
        <CampaignShown key={data.id} campaign={data} />
      ) : (
        <div className="pt-6">
          <ReadState read={{ ...read, data: isWhole }} failed={t('campaigns.failed.detail')} loading={t('campaigns.loading')}>
            <CampaignSkeleton />
          </ReadState>
        </div>
      )}
    </>
  )
}

export const CampaignPage: Screen = { component: CampaignDetail, loader }
