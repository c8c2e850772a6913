import { useQuery } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import type { Campaign } from '#contract/sales/campaigns'
import { t } from '../../platform/i18n/t.ts'
import { renameShown } from '../../platform/navigation/renameShown.ts'
import { useMerchant } from '../../platform/requests/useMerchant.ts'
import { paths } from '../../platform/routes/paths.ts'
import type { LoaderContext, Screen } from '../../platform/routes/screen.ts'
import { useAddress } from '../../platform/routes/useAddress.ts'
import { BackLink } from '../../platform/ui/controls/BackLink.tsx'
import { Button } from '../../platform/ui/controls/Button.tsx'
import { EmptyState } from '../../platform/ui/feedback/EmptyState.tsx'
import { configurationRead } from '../operationStatus/operationReads.ts'
import { unstoredCampaign } from './campaignDraft.ts'
import { campaignRead } from './campaignReads.ts'
import { CampaignShown } from './CampaignShown.tsx'
import { CampaignSkeleton } from './CampaignSkeleton.tsx'

const starts = ['zero', 'blank'] as const
type Start = (typeof starts)[number]

/** A template's campaign, of which nothing is stored. */
const begunWith = (start: Start) => unstoredCampaign(start === 'zero' ? { name: t('campaigns.new.zero.name'), interest: 0 } : {})

/** Prefetches what the editor's layout depends on. */
function loader({ params, queryClient }: LoaderContext): void {
  void queryClient.prefetchQuery(configurationRead(params['merchantId'] ?? ''))
}

/** Choice of a template, then its editor. The draft is stored with the first change: who only looks leaves nothing behind. */
function CampaignNew() {
  const { merchantId, may, flag } = useMerchant()
  const { params } = useAddress()
  const start = starts.find((one) => one === params['start'])
  return (
    <>
      <BackLink href={paths.campaigns(merchantId, flag)}>{t('campaigns.back')}</BackLink>
      {!may('campaignCreate') ? (
        <EmptyState title={t('campaigns.new.guest')}>{t('campaigns.empty.guest')}</EmptyState>
      ) : start ? (
        <NewCampaign key={start} start={start} />
      ) : (
        <TemplateChoice />
      )}
    </>
  )
}

function TemplateChoice() {
  const { merchantId, flag } = useMerchant()
  return (
    <section aria-labelledby="new-campaign-title">
      <h1 id="new-campaign-title" className="pt-2 pb-5 font-display text-title-lg leading-tight font-title tracking-tight">
        {t('campaigns.new.title')}
      </h1>
      <div className="grid max-w-[820px] gap-5 md:grid-cols-2">
        {starts.map((start) => (
          <section key={start} className="flex flex-col items-start gap-3 rounded-4 border border-line p-5">
            <h2 className="text-title-sm">{t(`campaigns.new.${start}`)}</h2>
            <p className="flex-1 text-ink-2">{t(`campaigns.new.${start}.about`)}</p>
            <Button variant={start === 'zero' ? 'filled' : 'outlined'} href={paths.campaignNew(merchantId, start, flag)}>
              {t(`campaigns.new.${start}.verb`)}
            </Button>
          </section>
        ))}
      </div>
    </section>
  )
}

/** The editor of a new campaign. Once it is stored, its own address replaces this one, and nothing on the screen moves. */
function NewCampaign({ start }: { start: Start }) {
  const { merchantId, flag } = useMerchant()
  const configuration = useQuery(configurationRead(merchantId))
  const [begun] = useState(() => begunWith(start))
  const [created, setCreated] = useState<Campaign | null>(null)
  const isHere = useRef(true)
  useEffect(() => {
    isHere.current = true
    return () => {
      isHere.current = false
    }
  }, [])
  const { data = created ?? begun } = useQuery({ ...campaignRead(merchantId, created?.id ?? ''), enabled: created !== null })
  function keepAddress(created: Campaign) {
    // Somebody who has left meanwhile stays where they are.
    if (!isHere.current) return
    setCreated(created)
    renameShown(paths.campaign(merchantId, created.id, flag))
  }
  return configuration.isFetched ? <CampaignShown campaign={data} onCreated={keepAddress} /> : <CampaignSkeleton />
}

export const CampaignNewPage: Screen = { component: CampaignNew, loader }
