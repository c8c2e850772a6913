import { useQuery, useQueryClient } from '@tanstack/react-query'
import { needsUpload } from '#domain/merchants/company/papers'
import { PaperCard } from '../company/papers/PaperCard.tsx'
import { t } from '../../platform/i18n/t.ts'
import { FormSection } from '../../platform/ui/forms/FormSection.tsx'
import { StatusBadge } from '../../platform/ui/feedback/StatusBadge.tsx'
import { paperKinds } from '../company/papers/paperKinds.ts'
import { pendingPapersRead, pendingRead } from './onboardingReads.ts'

const askEveryMs = 15_000

/** Documents to upload again, and the review state of the others. */
export function PendingPapers() {
  const client = useQueryClient()
  const { data } = useQuery({ ...pendingPapersRead(), refetchInterval: askEveryMs })
  if (!data) return null
  const owed = data.filter(({ status }) => needsUpload(status))
  const others = data.filter(({ status }) => !needsUpload(status))
  return (
    <>
      {owed.length > 0 && (
        <FormSection title={t('onboarding.pending.owed')}>
          {owed.map((paper) => (
            <PaperCard key={paper.type} level={3} paper={paper} onKept={() => void client.invalidateQueries(pendingRead())} />
          ))}
        </FormSection>
      )}
      {others.length > 0 && (
        <FormSection title={t('onboarding.pending.papers')}>
          <ul className="border-t border-line">
            {others.map(({ type, status }) => (
              <li key={type} className="flex flex-wrap items-center justify-between gap-x-4 gap-y-1 border-b border-line py-3">
                <span>{t(`company.paper.${type}`)}</span>
                <StatusBadge kind={paperKinds[status]} label={t(`company.paperStatus.${status}`)} />
              </li>
            ))}
          </ul>
        </FormSection>
      )}
    </>
  )
}
