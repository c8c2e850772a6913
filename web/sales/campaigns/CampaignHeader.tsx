import Ellipsis from 'lucide-react/icons/ellipsis'
import { useState, type ReactNode } from 'react'
import type { Campaign } from '#contract/sales/campaigns'
import { dateTime } from '../../platform/i18n/format.ts'
import { t } from '../../platform/i18n/t.ts'
import { useShop } from '../../platform/requests/useShop.ts'
import { paths } from '../../platform/routes/paths.ts'
import { go } from '../../platform/routes/go.ts'
import { Menu } from '../../platform/ui/controls/Menu.tsx'
import { StatusBadge } from '../../platform/ui/feedback/StatusBadge.tsx'
import { Tag } from '../../platform/ui/feedback/Tag.tsx'
import { ActDialog } from './ActDialog.tsx'
import { BulkOutcome } from './BulkOutcome.tsx'
import { campaignKind, nameOf } from './campaignText.ts'
import { ModeCopyDialog } from './ModeCopyDialog.tsx'
import { actsOf, isFinal, needsQuestion, useCampaignActs, type CampaignAct } from './useCampaignActs.ts'

/** Name, state, who made it, and the verbs that the state takes. `children`: how saving stands and what to press. */
export function CampaignHeader({ campaign, children }: { campaign: Campaign; children?: ReactNode }) {
  const { account, merchantId, merchant, sandbox, may, flag } = useShop()
  const acts = useCampaignActs()
  const [copying, setCopies] = useState(false)
  const [asked, setAsked] = useState<CampaignAct | null>(null)
  async function run(act: CampaignAct) {
    const done = await acts.run(act, [campaign])
    if (done && act === 'delete') go(paths.campaigns(merchantId, flag), { replace: true })
  }
  function start(act: CampaignAct) {
    if (needsQuestion(act)) setAsked(act)
    else if (act === 'duplicate') void acts.duplicate(campaign)
    else void run(act)
  }
  const otherMode = sandbox ? 'live' : 'sandbox'
  const copies =
    may('campaignCreate') && merchant?.sandboxEnabled && !account.sandboxOnly
      ? [{ key: 'copy', label: t(`campaigns.modeCopy.act.${otherMode}`), onSelect: () => setCopies(true) }]
      : []
  // A draft is published by its own button, with what was typed.
  const items = actsOf(campaign.status)
    .filter((act) => act !== 'publish')
    .map((act) => ({ key: act, label: t(`campaigns.act.${act}`), danger: isFinal(act), onSelect: () => start(act) }))
  const who = campaign.createdBy ?? t('campaigns.somebody')
  return (
    <>
      <header className="flex flex-wrap items-center gap-x-4 gap-y-3 pt-2 pb-5">
        <div className="min-w-0 flex-1 basis-72 max-md:basis-44">
          <h1 id="campaign-title" className="font-display text-title-lg leading-tight font-title tracking-tight wrap-anywhere">
            {nameOf(campaign)}
          </h1>
          <p className="flex flex-wrap items-center gap-x-3 gap-y-1.5 pt-2 text-md text-ink-3">
            <StatusBadge shape="pill" kind={campaignKind[campaign.status]} label={t(`campaigns.state.${campaign.status}`)} />
            {sandbox && <Tag kind="test">{t('operations.test')}</Tag>}
            {t('campaigns.made', { who, time: dateTime(campaign.created) })}
          </p>
        </div>
        <div className="flex flex-wrap items-center gap-2">
          {children}
          {may('campaignBulk') && (
            <Menu
              label={t('shell.verbs')}
              triggerLabel={t('campaigns.verbsOf', { name: nameOf(campaign) })}
              trigger={<Ellipsis aria-hidden />}
              items={[...items, ...copies]}
            />
          )}
        </div>
      </header>
      {acts.outcome && <BulkOutcome outcome={acts.outcome} onClose={acts.forget} />}
      {copying && <ModeCopyDialog campaign={campaign} to={otherMode} onClose={() => setCopies(false)} />}
      {asked && (
        <ActDialog
          act={asked}
          campaigns={[campaign]}
          onConfirm={() => {
            setAsked(null)
            void run(asked)
          }}
          onClose={() => setAsked(null)}
        />
      )}
    </>
  )
}
