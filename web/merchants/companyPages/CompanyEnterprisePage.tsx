import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { EnterpriseView } from '#contract/merchants/company'
import { enterpriseRules } from '#domain/merchants/company/company'
import { enterpriseRead, papersRead } from '../company/companyReads.ts'
import { enterpriseParts } from '../company/enterpriseParts.tsx'
import { FormParts } from '../company/FormParts.tsx'
import { useEnterpriseForm } from '../company/useEnterpriseForm.ts'
import { t } from '../../platform/i18n/t.ts'
import type { LoaderContext, Screen } from '../../platform/routes/screen.ts'
import { currentSession } from '../../platform/session/session.ts'
import { CompanyArticle } from './CompanyArticle.tsx'
import { useDiscard } from './useDiscard.ts'
import { CompanyForm } from './CompanyForm.tsx'
import { CompanyRead } from './CompanyRead.tsx'
import { FillFromPapers } from './FillFromPapers.tsx'
import { readTyped } from './companyDraft.ts'
import { NoCompany } from './NoCompany.tsx'
import { useAccountType } from './useAccountType.ts'

const draft = 'company-enterprise'

/** The company's data. */
function CompanyEnterprise() {
  const type = useAccountType()
  const read = useQuery({ ...enterpriseRead(), enabled: type === 'enterprise' })
  const papers = useQuery({ ...papersRead(), enabled: type === 'enterprise' })
  const { round, discard } = useDiscard(draft)
  return (
    <CompanyArticle title={t('settings.company.enterprise')} lead={t('settings.company.enterprise.lead')}>
      {type === 'enterprise' ? (
        <CompanyRead read={read} above={papers}>
          {(view) => <EnterpriseForm key={round} view={view} onDiscard={discard} />}
        </CompanyRead>
      ) : (
        <NoCompany />
      )}
    </CompanyArticle>
  )
}

function EnterpriseForm({ view, onDiscard }: { view: EnterpriseView; onDiscard: () => void }) {
  const [typed] = useState(() => readTyped(draft, enterpriseRules))
  const form = useEnterpriseForm(view, 'company', { auto: false, typed })
  return (
    <CompanyForm
      form={form}
      draft={draft}
      type="enterprise"
      part="enterprise"
      resumed={Object.keys(typed).length > 0}
      onDiscard={onDiscard}
    >
      <FillFromPapers form={form} />
      <FormParts parts={enterpriseParts} form={form} folds />
    </CompanyForm>
  )
}

function loader({ queryClient }: LoaderContext): void {
  if (currentSession().account.type !== 'enterprise') return
  void queryClient.prefetchQuery(enterpriseRead())
  void queryClient.prefetchQuery(papersRead())
}

export const CompanyEnterprisePage: Screen = { component: CompanyEnterprise, loader }
