import { joinTexts } from '#domain/platform/direction'
import { useQuery } from '@tanstack/react-query'
import { papersRead } from '../company/companyReads.ts'
import { PaperCard } from '../company/papers/PaperCard.tsx'
import { t } from '../../platform/i18n/t.ts'
import type { LoaderContext, Screen } from '../../platform/routes/screen.ts'
import { Banner } from '../../platform/ui/feedback/Banner.tsx'
import { CompanyArticle } from './CompanyArticle.tsx'
import { CompanyRead } from './CompanyRead.tsx'

/** Uploaded documents: their state, their expiry, and their renewal from sixty days before it. */
function CompanyPapers() {
  const read = useQuery(papersRead())
  return (
    <CompanyArticle title={t('settings.company.papers')} lead={t('settings.company.papers.lead')}>
      <CompanyRead read={read}>
        {(papers) => {
          const due = papers.filter(({ renewable, status }) => renewable || status === 'expired')
          return (
            <>
              {due.length > 0 && (
                <Banner tone="warning" title={t('settings.company.papersDue', { count: due.length })}>
                  {joinTexts(due.map(({ type }) => t(`company.paper.${type}`)))}
                </Banner>
              )}
              <div className="grid grid-cols-[minmax(0,1fr)] gap-7 max-md:gap-0">
                {papers.map((paper) => (
                  <PaperCard key={paper.type} folds paper={paper} onKept={() => void read.refetch()} />
                ))}
              </div>
            </>
          )
        }}
      </CompanyRead>
    </CompanyArticle>
  )
}

const loader = ({ queryClient }: LoaderContext): void => void queryClient.prefetchQuery(papersRead())

export const CompanyPapersPage: Screen = { component: CompanyPapers, loader }
