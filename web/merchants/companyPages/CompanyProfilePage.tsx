import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { ProfileView } from '#contract/merchants/company'
import { profileRules } from '#domain/merchants/company/person'
import { profileRead } from '../company/companyReads.ts'
import { FormParts } from '../company/FormParts.tsx'
import { profileParts } from '../company/profileParts.tsx'
import { useProfileForm } from '../company/useProfileForm.ts'
import { t } from '../../platform/i18n/t.ts'
import type { LoaderContext, Screen } from '../../platform/routes/screen.ts'
import { CompanyArticle } from './CompanyArticle.tsx'
import { useDiscard } from './useDiscard.ts'
import { CompanyForm } from './CompanyForm.tsx'
import { CompanyRead } from './CompanyRead.tsx'
import { readTyped } from './companyDraft.ts'
import { useAccountType } from './useAccountType.ts'

const draft = 'company-profile'

/** The owner as a person. */
function CompanyProfile() {
  const read = useQuery(profileRead())
  const { round, discard } = useDiscard(draft)
  return (
    <CompanyArticle title={t('settings.company.profile')} lead={t('settings.company.profile.lead')}>
      <CompanyRead read={read}>{(view) => <ProfileForm key={round} view={view} onDiscard={discard} />}</CompanyRead>
    </CompanyArticle>
  )
}

function ProfileForm({ view, onDiscard }: { view: ProfileView; onDiscard: () => void }) {
  const type = useAccountType()
  const [typed] = useState(() => readTyped(draft, profileRules))
  const form = useProfileForm(view, type, { auto: false, typed })
  return (
    <CompanyForm form={form} draft={draft} type={type} part="profile" resumed={Object.keys(typed).length > 0} onDiscard={onDiscard}>
      <FormParts parts={profileParts[type]} form={form} folds />
    </CompanyForm>
  )
}

const loader = ({ queryClient }: LoaderContext): void => void queryClient.prefetchQuery(profileRead())

export const CompanyProfilePage: Screen = { component: CompanyProfile, loader }
