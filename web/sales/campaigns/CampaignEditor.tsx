import { useQueryClient } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import type { Campaign } from '#contract/sales/campaigns'
import { isApiFailure } from '../../platform/api/apiFailure.ts'
import { camelKey } from '../../platform/api/wire.ts'
import { dateTime, time } from '../../platform/i18n/format.ts'
import { t } from '../../platform/i18n/t.ts'
import { failureText } from '../../platform/requests/FailureCard.tsx'
import { useMerchant } from '../../platform/requests/useMerchant.ts'
import { showToast } from '../../platform/feedback/toasts.ts'
import { Banner } from '../../platform/ui/feedback/Banner.tsx'
import { Button } from '../../platform/ui/controls/Button.tsx'
import { FormSection } from '../../platform/ui/forms/FormSection.tsx'
import { focusUnparsed } from '../../platform/ui/feedback/unparsedText.ts'
import { ArticleSection } from './articles/ArticleSection.tsx'
import { CampaignBudget } from './CampaignBudget.tsx'
import { CampaignConditions, WaitingField } from './CampaignConditions.tsx'
import { CampaignDays } from './CampaignDays.tsx'
import { CampaignFacts } from './CampaignFacts.tsx'
import { CampaignHeader } from './CampaignHeader.tsx'
import { CampaignName, type PartProps } from './articles/CampaignName.tsx'
import { campaignRead } from './campaignReads.ts'
import { CampaignReach, CampaignScope } from './CampaignScope.tsx'
import { hasBegun } from './campaignText.ts'
import { EstimateCard } from './results/EstimateCard.tsx'
import { ProblemList } from './ProblemList.tsx'
import { OverlapList } from './OverlapList.tsx'
import { PreviewSection } from './PreviewSection.tsx'
import { PublishDialog } from './PublishDialog.tsx'
import { ResultsSection } from './results/ResultsSection.tsx'
import { StaleBanner } from './StaleBanner.tsx'
import { isStored, type Terms } from './campaignDraft.ts'
import { useCampaignActions } from './useCampaignActions.ts'
import { useCampaignDraft, type CampaignDraft } from './useCampaignDraft.ts'

/** Problems by field: a refused change, or after an attempt to publish, what is missing. */
function problemsOf({ campaign, error }: CampaignDraft, tried: boolean): Map<string, string> {
  if (isApiFailure(error) && error.fields.size > 0)
    return new Map([...error.fields].map(([field, { message }]) => [camelKey(field), message]))
  return new Map(tried ? campaign.gaps.map(({ field, message }) => [camelKey(field), message]) : [])
}

/** Editor of a campaign: everything before it starts; name, end, budget and articles while it runs. A new one is stored with its first change. */
export function CampaignEditor({ campaign, onCreated }: { campaign: Campaign; onCreated?: (created: Campaign) => void }) {
  const { merchantId } = useMerchant()
  const client = useQueryClient()
  const draft = useCampaignDraft(campaign, onCreated)
  const [tried, setTried] = useState(false)
  const [asks, setAsks] = useState(false)
  const gaps = useRef<HTMLDivElement>(null)
  const problems = problemsOf(draft, tried)
  const isWaiting = campaign.isDraft || campaign.status === 'scheduled'
  // Decided once, so that nothing moves while it is changed.
  const [startedPlain] = useState(() => campaign.isDraft && hasOnlyTemplateTerms(campaign))
  const hidesExtraTerms = startedPlain && isWaiting

  async function publish() {
    if (focusUnparsed() || !(await draft.save())) return
    setTried(true)
    const id = draft.storedId()
    const saved = id === '' ? campaign : client.getQueryData(campaignRead(merchantId, id).queryKey)
    if (saved?.gaps.length === 0) setAsks(true)
    else gaps.current?.focus()
  }
  const onProblem = (field: string) => problems.get(field) ?? null
  const part = { draft, problemOf: onProblem }

  return (
    <article aria-labelledby="campaign-title">
      <CampaignHeader campaign={campaign}>
        <SaveState draft={draft} />
        {campaign.isDraft && (
          <Button variant="filled" onClick={() => void publish()}>
            {t('campaigns.publish')}
          </Button>
        )}
      </CampaignHeader>
      {campaign.budgetSpentAt !== null && (
        <div className="pb-6">
          <Banner tone="warning" title={t('campaigns.budget.over', { time: dateTime(campaign.budgetSpentAt) })}>
            {t('campaigns.budget.over.detail')}
          </Banner>
        </div>
      )}
      {draft.stale && <StaleBanner draft={draft} />}
      {draft.error !== null && !draft.stale && problems.size === 0 && <SaveProblem draft={draft} />}
      {problems.size > 0 && <ProblemList ref={gaps} problems={problems} />}
      <div className="grid items-start gap-x-12 gap-y-9 lg:grid-cols-[minmax(0,1fr)_21.25rem]">
        <div className="grid min-w-0 gap-9">
          {hasBegun(campaign) && <ResultsSection campaign={campaign} />}
          <FormSection title={t('campaigns.section.what')}>
            <CampaignName {...part} />
            <CampaignDays {...part} startOpen={isWaiting} />
          </FormSection>
          {isWaiting ? (
            <>
              <CampaignConditions {...part} short={hidesExtraTerms} />
              <CampaignScope {...part} short={hidesExtraTerms} />
            </>
          ) : (
            <FrozenTerms campaign={campaign} />
          )}
          {draft.terms.scope === 'single' && isStored(campaign) && <ArticleSection {...part} />}
          {hidesExtraTerms ? <MoreOptions {...part} /> : <CampaignBudget {...part} />}
          <PreviewSection campaign={campaign} terms={draft.terms} />
        </div>
        <aside className="grid min-w-0 gap-8 lg:sticky lg:top-20">
          {isWaiting && <EstimateCard campaign={campaign} terms={draft.terms} />}
          <OverlapList campaign={campaign} />
        </aside>
      </div>
      {asks && (
        <PublishDialog
          campaign={campaign}
          onClose={() => setAsks(false)}
          onConfirm={() => {
            setAsks(false)
            void draft.publish().then((done) => done && showToast(t('campaigns.published'), { key: 'campaignAct' }))
          }}
        />
      )}
    </article>
  )
}

/** A draft of the 0 % template of which only dates, instalments, articles and amounts are to be decided. */
const hasOnlyTemplateTerms = ({ interest, waitingPeriod, channels, audienceUuid, budgetAmount }: Terms): boolean =>
  interest === 0 && waitingPeriod === 0 && channels.length === 3 && audienceUuid === null && budgetAmount === null

/** What few campaigns of the template need; in sight once any of it differs. */
function MoreOptions(part: PartProps) {
  const [isOpen, setOpen] = useState(false)
  const isPlain = hasOnlyTemplateTerms(part.draft.terms)
  if (!isOpen && !isPlain) setOpen(true)
  return (
    <div>
      <details open={isOpen || undefined} className="peer">
        <summary className="w-fit cursor-pointer text-title-sm font-strong underline-offset-3 hover:underline max-md:leading-11">
          {t('campaigns.section.more')}
        </summary>
        <div className="grid gap-9 pt-4">
          <div className="grid gap-4">
            <WaitingField {...part} />
            <CampaignReach {...part} />
          </div>
          <CampaignBudget {...part} />
        </div>
      </details>
      {isPlain && <p className="pt-1 text-md text-ink-2 peer-open:hidden">{t('campaigns.section.more.about')}</p>}
    </div>
  )
}

function SaveState({ draft: { campaign, dirty, saving, savedAt, error, stale, save } }: { draft: CampaignDraft }) {
  if (!campaign.isDraft) {
    return dirty && !stale ? (
      <Button variant="filled" busy={saving} busyLabel={t('shell.saving')} onClick={() => void save()}>
        {t('campaigns.save')}
      </Button>
    ) : (
      <Saved at={savedAt} />
    )
  }
  if (error !== null) return <span className="text-md text-danger-ink">{t('campaigns.unsaved')}</span>
  if (dirty) return <span className="text-md text-ink-3">{t('shell.saving')}</span>
  return <Saved at={savedAt ?? (isStored(campaign) ? campaign.changedAt : null)} />
}

function Saved({ at }: { at: string | null }) {
  return (
    <span role="status" className="text-md text-ink-3">
      {at !== null && t('campaigns.saved', { time: time(at) })}
    </span>
  )
}

function SaveProblem({ draft: { error, save } }: { draft: CampaignDraft }) {
  return (
    <div className="pb-6">
      <Banner
        tone="error"
        live
        title={failureText(error)}
        action={
          <Button size="small" onClick={() => void save()}>
            {t('shell.saveAgain')}
          </Button>
        }
      >
        {t('campaigns.kept')}
      </Banner>
    </div>
  )
}

function FrozenTerms({ campaign }: { campaign: Campaign }) {
  const acts = useCampaignActions()
  return (
    <FormSection
      title={t('campaigns.section.frozen')}
      aside={
        <Button size="small" busy={acts.busy} onClick={() => void acts.duplicate(campaign)}>
          {t('campaigns.duplicateToChange')}
        </Button>
      }
    >
      <p className="text-md text-ink-2">{t('campaigns.frozen')}</p>
      <CampaignFacts campaign={campaign} ends={false} />
    </FormSection>
  )
}
