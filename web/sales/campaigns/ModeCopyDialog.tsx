import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { campaignDetail, type Campaign } from '#contract/sales/campaigns'
import { newKey } from '../../platform/api/call.ts'
import type { Mode } from '../../platform/api/requestMode.ts'
import { t } from '../../platform/i18n/t.ts'
import { ConfirmDialog } from '../../platform/requests/ConfirmDialog.tsx'
import { failureText } from '../../platform/requests/FailureCard.tsx'
import { useMerchant } from '../../platform/requests/useMerchant.ts'
import { paths } from '../../platform/routes/paths.ts'
import { go } from '../../platform/routes/go.ts'
import { switchMode } from '../../platform/navigation/merchantChanged.ts'
import { showToast } from '../../platform/feedback/toasts.ts'
import { Banner } from '../../platform/ui/feedback/Banner.tsx'
import { ChangeTicks } from '../../platform/ui/figures/ChangeTicks.tsx'
import { copiedFields, copyToMode, differingParts, readPair, type CopiedPart, type ModePair } from './modeCopy.ts'
import { termText } from './termText.ts'

type ModeCopyDialogProps = { campaign: Campaign; to: Mode; onClose: () => void }

/** Copies a campaign to the other mode (live or sandbox), field by field. */
export function ModeCopyDialog({ campaign, to, onClose }: ModeCopyDialogProps) {
  const { merchantId, mode } = useMerchant()
  const client = useQueryClient()
  const [key] = useState(newKey)
  const [deselected, setDeselected] = useState<ReadonlySet<CopiedPart>>(new Set())
  const [busy, setBusy] = useState(false)
  const [failure, setFailure] = useState<unknown>(null)
  const { data: pair, error } = useQuery({
    queryKey: ['campaignModeCopy', mode, merchantId, campaign.id, campaign.revision],
    queryFn: () => readPair(merchantId, campaign, mode, to),
    gcTime: 0,
    staleTime: Infinity,
  })
  const differing = pair ? differingParts(campaign, pair) : []
  const selected: CopiedPart[] = pair?.other === null ? [...copiedFields, 'articles'] : differing.filter((part) => !deselected.has(part))
  // With nothing to copy, the button opens the existing draft.
  const opens = pair !== undefined && selected.length === 0

  async function copy() {
    if (busy || !pair) return
    setBusy(true)
    setFailure(null)
    try {
      const id = await copyToMode({ merchantId, campaign, to, pair, parts: new Set(selected), key })
      // An editor initializes from the cache, which must not hold the previous version of the draft.
      client.removeQueries({ queryKey: [campaignDetail.name, to] })
      onClose()
      switchMode(to)
      go(paths.campaign(merchantId, id, to === 'sandbox' ? { sandbox: 'true' } : {}))
      showToast(t(opens ? `shell.mode.now${to === 'sandbox' ? 'Sandbox' : 'Live'}` : `campaigns.modeCopy.done.${to}`), { key: 'mode' })
    } catch (reason) {
      setFailure(reason)
      setBusy(false)
    }
  }
  const problem = failure ?? error
  return (
    <ConfirmDialog
      title={t(`campaigns.modeCopy.title.${to}`)}
      verb={t(`campaigns.modeCopy.${opens ? 'open' : 'verb'}.${to}`)}
      busy={busy || (!pair && error === null)}
      busyLabel={t('campaigns.modeCopy.busy')}
      onConfirm={() => void copy()}
      onClose={onClose}
    >
      {problem !== null && (
        <div className="pb-4">
          <Banner tone="error" live title={failureText(problem)} />
        </div>
      )}
      {pair && (
        <div className="grid gap-4">
          <p className="text-ink-2">{aboutOf(pair, differing, to)}</p>
          {differing.length > 0 && (
            <ChangeTicks
              label={t('campaigns.modeCopy.differences')}
              toLabel={t('campaigns.modeCopy.becomes')}
              differing={differing.map((part) => ({ name: part, ...partText(part, campaign, pair) }))}
              left={deselected}
              onLeft={setDeselected}
            />
          )}
        </div>
      )}
    </ConfirmDialog>
  )
}

function aboutOf({ other }: ModePair, differing: readonly CopiedPart[], to: Mode): string {
  if (other === null) return t(`campaigns.modeCopy.new.${to}`)
  return t(differing.length === 0 ? `campaigns.modeCopy.same.${to}` : `campaigns.modeCopy.differs.${to}`)
}

/** A part's label, with its value in the other mode's draft and in this campaign. */
function partText(part: CopiedPart, campaign: Campaign, { articles, other, otherArticles }: ModePair) {
  if (part === 'articles') {
    const count = (list: ModePair['articles']) => t('campaigns.articles', { count: list.length })
    return { label: t('campaigns.section.articles'), from: count(otherArticles), to: count(articles) }
  }
  return { label: t(`campaigns.field.${part}`), from: other && termText(part, other), to: termText(part, campaign) }
}
