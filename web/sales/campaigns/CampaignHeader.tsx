import Ellipsis from 'lucide-react/icons/ellipsis'
import { useState, type ReactNode } from 'react'
import type { Campaign } from '#contract/sales/campaigns'
import { dateTime } from '../../platform/i18n/format.ts'
import { t } from '../../platform/i18n/t.ts'
import { useMerchant } from '../../platform/requests/useMerchant.ts'
import { paths } from '../../platform/routes/paths.ts'
import { go } from '../../platform/routes/go.ts'
import { Menu } from '../../platform/ui/controls/Menu.tsx'
import { StatusBadge } from '../../platform/ui/feedback/StatusBadge.tsx'
import { Tag } from '../../platform/ui/feedback/Tag.tsx'
import { ConfirmActionDialog } from './ConfirmActionDialog.tsx'
import { BulkOutcome } from './BulkOutcome.tsx'
import { isStored } from './campaignDraft.ts'
import { campaignKind, nameOf } from './campaignText.ts'
import { ModeCopyDialog } from './ModeCopyDialog.tsx'
import { actionsOf, isFinal, needsConfirmation, useCampaignActions, type CampaignAction } from './useCampaignActions.ts'

/** Name, status, author and the actions that the status allows. `children`: save state and buttons. */
export function CampaignHeader({ campaign, children }: { campaign: Campaign; children?: ReactNode }) {
  const { account, merchantId, merchant, sandbox, may, flag } = useMerchant()
  const acts = useCampaignActions()
  const [copying, setCopies] = useState(false)
  const [confirming, setConfirming] = useState<CampaignAction | null>(null)
  async function run(action: CampaignAction) {
    const done = await acts.run(action, [campaign])
    if (done && action === 'delete') go(paths.campaigns(merchantId, flag), { replace: true })
  }
  function start(action: CampaignAction) {
    if (needsConfirmation(action)) setConfirming(action)
    else if (action === 'duplicate') void acts.duplicate(campaign)
    else void run(action)
  }
  const otherMode = sandbox ? 'live' : 'sandbox'
  const copies =
    may('campaignCreate') && merchant?.sandboxEnabled && !account.sandboxOnly
      ? [{ key: 'copy', label: t(`campaigns.modeCopy.act.${otherMode}`), onSelect: () => setCopies(true) }]
      : []
  // A draft has its own publish button, which includes unsaved changes.
  const items = actionsOf(campaign.status)
    .filter((action) => action !== 'publish')
    .map((action) => ({ key: action, label: t(`campaigns.act.${action}`), danger: isFinal(action), onSelect: () => start(action) }))
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
            {isStored(campaign) ? t('campaigns.made', { who, time: dateTime(campaign.created) }) : t('campaigns.new.unsaved')}
          </p>
        </div>
        <div className="flex flex-wrap items-center gap-2">
          {children}
          {may('campaignBulk') && isStored(campaign) && (
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
      {confirming && (
        <ConfirmActionDialog
          action={confirming}
          campaigns={[campaign]}
          onConfirm={() => {
            setConfirming(null)
            void run(confirming)
          }}
          onClose={() => setConfirming(null)}
        />
      )}
    </>
  )
}
