import { joinTexts } from '#domain/platform/direction'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { AnswerOf } from '#contract/platform/endpoint'
import type { EnterpriseView } from '#contract/merchants/company'
import type { ownerList } from '#contract/merchants/owners'
import { enterpriseRules } from '#domain/merchants/company/company'
import { enterpriseRead, ownersRead } from '../company/companyReads.ts'
import { OwnershipFields } from '../company/OwnershipFields.tsx'
import { OwnerTable } from '../company/OwnerTable.tsx'
import { useEnterpriseForm } from '../company/useEnterpriseForm.ts'
import { t } from '../../platform/i18n/t.ts'
import { paths } from '../../platform/routes/paths.ts'
import type { Screen } from '../../platform/routes/screen.ts'
import { Banner } from '../../platform/ui/feedback/Banner.tsx'
import { Button } from '../../platform/ui/controls/Button.tsx'
import { CompanyArticle } from './CompanyArticle.tsx'
import { useDiscard } from './useDiscard.ts'
import { CompanyForm } from './CompanyForm.tsx'
import { CompanyRead } from './CompanyRead.tsx'
import { Shareholding } from './Shareholding.tsx'
import { holdersRead } from './useHolders.ts'
import { readTyped } from './companyDraft.ts'
import { NoCompany } from './NoCompany.tsx'
import { FormSection } from '../../platform/ui/forms/FormSection.tsx'
import { useAccountType } from './useAccountType.ts'

const draft = 'company-ownership'
/** Maximum number of owners per kind of ownership (docs/domain.md#people-and-companies). */
const room = { full: 1, majority: 3, minority: Infinity } as const

/** The ownership of the company, and its owners. */
function CompanyOwnership() {
  const type = useAccountType()
  const company = useQuery({ ...enterpriseRead(), enabled: type === 'enterprise' })
  const owners = useQuery({ ...ownersRead(), enabled: type === 'enterprise' })
  const holders = useQuery({ ...holdersRead(), enabled: type === 'enterprise' })
  const { round, discard } = useDiscard(draft)
  return (
    <CompanyArticle title={t('settings.company.ownership')} lead={t('settings.company.ownership.lead')}>
      {type === 'enterprise' ? (
        <CompanyRead read={company}>
          {(view) => (
            <>
              <OwnershipForm key={round} view={view} onDiscard={discard} />
              {view.isListed !== true && (
                <CompanyRead read={owners}>
                  {(data) => (
                    <>
                      <Owners view={view} data={data} />
                      <CompanyRead read={holders}>
                        {(saved) => <Shareholding company={view.name} saved={saved} owners={data.owners} />}
                      </CompanyRead>
                    </>
                  )}
                </CompanyRead>
              )}
            </>
          )}
        </CompanyRead>
      ) : (
        <NoCompany />
      )}
    </CompanyArticle>
  )
}

function OwnershipForm({ view, onDiscard }: { view: EnterpriseView; onDiscard: () => void }) {
  const [typed] = useState(() => readTyped(draft, enterpriseRules))
  const form = useEnterpriseForm(view, 'ownership', { auto: false, typed })
  return (
    <CompanyForm form={form} draft={draft} type="enterprise" part="ownership" resumed={Object.keys(typed).length > 0} onDiscard={onDiscard}>
      <OwnershipFields form={form} />
    </CompanyForm>
  )
}

function Owners({ view, data }: { view: EnterpriseView; data: AnswerOf<typeof ownerList> }) {
  const { owners, problems, undeclared } = data
  const hasRoom = view.ownershipType !== null && owners.length < room[view.ownershipType]
  return (
    <FormSection
      title={t('settings.company.owners')}
      fold={joinTexts(owners.map(({ firstName, lastName }) => `${firstName} ${lastName}`.trim()).filter(Boolean))}
      about={t('settings.company.owners.about')}
      aside={hasRoom && <Button href={paths.companyOwner()}>{t('settings.company.addOwner')}</Button>}
    >
      {problems.length > 0 && (
        <Banner tone="warning" title={t('settings.company.ownersWrong')}>
          <ul>
            {problems.map(({ code, message }) => (
              <li key={code}>{message}</li>
            ))}
          </ul>
        </Banner>
      )}
      {owners.length > 0 && <OwnerTable owners={owners} undeclared={undeclared} hrefOf={(id) => paths.companyOwner(id)} />}
    </FormSection>
  )
}

export const CompanyOwnershipPage: Screen = { component: CompanyOwnership }
