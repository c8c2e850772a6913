import { useQuery } from '@tanstack/react-query'
import { t } from '../../platform/i18n/t.ts'
import { ReadState } from '../../platform/requests/ReadState.tsx'
import { useMerchant } from '../../platform/requests/useMerchant.ts'
import type { LoaderContext, Screen } from '../../platform/routes/screen.ts'
import { Skeleton } from '../../platform/ui/tables/Skeleton.tsx'
import { connectionRead, keysRead } from '../preferences/preferenceReads.ts'
import { PreferencesFrame } from '../preferences/PreferencesFrame.tsx'
import { webhooksRead } from '../webhooks/webhookReads.ts'
import { DocsLinks } from './DocsLinks.tsx'
import { LastCalls } from './LastCalls.tsx'
import { QuickStart } from './QuickStart.tsx'
import { callsRead, readCallQuery } from './callQuery.ts'
import { WebhookTester } from './WebhookTester.tsx'

/** Starts the reads before the page is rendered. */
function loader({ params, queryClient }: LoaderContext): void {
  const merchantId = params['merchantId'] ?? ''
  void queryClient.prefetchQuery(keysRead(merchantId))
  void queryClient.prefetchQuery(connectionRead(merchantId))
  void queryClient.prefetchQuery(webhooksRead(merchantId))
  void queryClient.prefetchQuery(callsRead(merchantId, readCallQuery({ range: 'month' })))
  void queryClient.prefetchQuery(callsRead(merchantId, readCallQuery({ range: 'month', answer: 'caller' })))
}

/** Where whoever connects the shop begins: first call, last calls, a test of each endpoint. */
function Developer() {
  const { merchantId } = useMerchant()
  const keys = useQuery(keysRead(merchantId))
  return (
    <PreferencesFrame current="developer">
      <div className="grid min-w-0 gap-11 max-md:gap-6">
        <DocsLinks />
        {keys.data ? (
          <>
            <QuickStart keys={keys.data.keys} />
            <LastCalls />
            <WebhookTester />
          </>
        ) : (
          <ReadState read={keys} failed={t('preferences.failed.keys')} loading={t('preferences.loading')}>
            <Skeleton width={320} />
            <Skeleton width={280} />
          </ReadState>
        )}
      </div>
    </PreferencesFrame>
  )
}

export const DeveloperPage: Screen = { component: Developer, loader }
