import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { campaignDetail, type Campaign } from '#contract/campaigns'
import { newKey } from '../api/call.ts'
import type { Mode } from '../api/requestMode.ts'
import { t } from '../i18n/t.ts'
import { ConfirmDialog } from '../operation/ConfirmDialog.tsx'
import { failureText } from '../operation/FailureCard.tsx'
import { useShop } from '../operation/useShop.ts'
import { paths } from '../paths.ts'
import { go } from '../shell/go.ts'
import { switchMode } from '../shell/merchantChanged.ts'
import { showToast } from '../shell/toasts.ts'
import { Banner } from '../ui/Banner.tsx'
import { Change } from '../ui/Change.tsx'
import { Checkbox } from '../ui/Checkbox.tsx'
import { copiedFields, copyToMode, differingParts, readPair, type CopiedPart, type ModePair } from './modeCopy.ts'
import { termText } from './termText.ts'

type ModeCopyDialogProps = { campaign: Campaign; to: Mode; onClose: () => void }

/** Takes a campaign into the other mode: to be tried out, or what was tried out into real, field by field (product CAM-12, MOD-18). */
export function ModeCopyDialog({ campaign, to, onClose }: ModeCopyDialogProps) {
  const { merchantId, mode } = useShop()
  const client = useQueryClient()
  const [key] = useState(newKey)
  const [left, setLeft] = useState<ReadonlySet<CopiedPart>>(new Set())
  const [busy, setBusy] = useState(false)
  const [failure, setFailure] = useState<unknown>(null)
  const { data: pair, error } = useQuery({
    queryKey: ['campaignModeCopy', mode, merchantId, campaign.id, campaign.revision],
    queryFn: () => readPair(merchantId, campaign, mode, to),
    gcTime: 0,
    staleTime: Infinity,
  })
  const differing = pair ? differingParts(campaign, pair) : []
  const taken: CopiedPart[] = pair?.other === null ? [...copiedFields, 'articles'] : differing.filter((part) => !left.has(part))
  // With nothing to take, the draft that is there is looked at.
  const opens = pair !== undefined && taken.length === 0

  async function copy() {
    if (busy || !pair) return
    setBusy(true)
    setFailure(null)
    try {
      const id = await copyToMode({ merchantId, campaign, to, pair, parts: new Set(taken), key })
      // An editor begins with what it is given first: the draft over there as it was before must not be that.
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
            <ul aria-label={t('campaigns.modeCopy.differences')} className="grid gap-3">
              {differing.map((part) => (
                <li key={part}>
                  <Checkbox
                    label={
                      <>
                        {part === 'articles' ? t('campaigns.section.articles') : t(`campaigns.field.${part}`)}
                        <span className="block text-sm">
                          <Difference part={part} campaign={campaign} pair={pair} />
                        </span>
                      </>
                    }
                    checked={!left.has(part)}
                    onChange={({ target }) => setLeft(new Set(target.checked ? [...left].filter((one) => one !== part) : [...left, part]))}
                  />
                </li>
              ))}
            </ul>
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

function Difference({
  part,
  campaign,
  pair: { articles, other, otherArticles },
}: {
  part: CopiedPart
  campaign: Campaign
  pair: ModePair
}) {
  if (other === null) return null
  if (part === 'articles')
    return (
      <Change
        from={t('campaigns.articles', { count: otherArticles.length })}
        to={t('campaigns.articles', { count: articles.length })}
        toLabel={t('campaigns.modeCopy.becomes')}
      />
    )
  return <Change from={termText(part, other)} to={termText(part, campaign)} toLabel={t('campaigns.modeCopy.becomes')} />
}
