import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { type Owner, ownerCreate } from '#contract/merchants/owners'
import type { Values } from '#domain/merchants/company/fields'
import type { OwnershipType } from '#domain/merchants/company/ownership'
import { type OwnerField, ownerRules, requiredOfOwner } from '#domain/merchants/company/person'
import { write } from '../../platform/api/write.ts'
import { enterpriseRead, ownersRead } from '../company/companyReads.ts'
import { FormParts } from '../company/FormParts.tsx'
import { ownerParts } from '../company/ownerParts.tsx'
import { type FieldForm, useFieldForm } from '../company/useFieldForm.ts'
import { useOwnerForm } from '../company/useOwnerForm.ts'
import { t } from '../../platform/i18n/t.ts'
import { paths } from '../../platform/routes/paths.ts'
import { go } from '../../platform/routes/go.ts'
import { redirectFromWrongContext } from '../../platform/outage/redirectFromWrongContext.ts'
import type { Screen } from '../../platform/routes/screen.ts'
import { useAddress } from '../../platform/routes/useAddress.ts'
import { CompanyArticle } from './CompanyArticle.tsx'
import { useDiscard } from './useDiscard.ts'
import { CompanyForm } from './CompanyForm.tsx'
import { CompanyRead } from './CompanyRead.tsx'
import { readTyped } from './companyDraft.ts'
import { NoCompany } from './NoCompany.tsx'
import { useAccountType } from './useAccountType.ts'

/** One owner of the company; without an id a new one; an unknown id redirects to the root, with a notice. */
function CompanyOwner() {
  const { ownerId } = useAddress().params
  const type = useAccountType()
  const company = useQuery({ ...enterpriseRead(), enabled: type === 'enterprise' })
  const owners = useQuery({ ...ownersRead(), enabled: type === 'enterprise' })
  const draft = `company-owner:${ownerId ?? 'new'}`
  const { round, discard } = useDiscard(draft)
  const owner = owners.data?.owners.find(({ id }) => id === ownerId)
  const unknown = ownerId !== undefined && owners.data !== undefined && owner === undefined
  useEffect(() => {
    if (unknown) void redirectFromWrongContext(undefined)
  }, [unknown])
  if (unknown) return null
  const name = owner ? `${owner.firstName} ${owner.lastName}`.trim() : ''
  return (
    <CompanyArticle
      title={name || t(ownerId === undefined ? 'settings.company.newOwner' : 'settings.company.owner')}
      back={{ href: paths.companyOwnership(), label: t('settings.company.backToOwners') }}
    >
      {type === 'enterprise' ? (
        <CompanyRead read={company}>
          {({ ownershipType }) => (
            <CompanyRead read={owners}>
              {() =>
                owner ? (
                  <PresentOwner key={round} owner={owner} ownership={ownershipType} draft={draft} onDiscard={discard} />
                ) : (
                  <NewOwner key={round} ownership={ownershipType} draft={draft} onDiscard={discard} />
                )
              }
            </CompanyRead>
          )}
        </CompanyRead>
      ) : (
        <NoCompany />
      )}
    </CompanyArticle>
  )
}

type OwnerProps = { ownership: OwnershipType | null; draft: string; onDiscard: () => void }

type OwnerFormProps = OwnerProps & { form: FieldForm<OwnerField>; resumed: boolean; saveLabel?: string }

function OwnerForm({ ownership, ...rest }: OwnerFormProps) {
  return (
    <CompanyForm {...rest} type="enterprise" part="owner" onSaved={() => go(paths.companyOwnership())}>
      <FormParts parts={ownerParts(ownership)} form={rest.form} folds />
    </CompanyForm>
  )
}

function PresentOwner({ owner, ...rest }: OwnerProps & { owner: Owner }) {
  const [typed] = useState(() => readTyped(rest.draft, ownerRules))
  const form = useOwnerForm(owner, { auto: false, typed })
  return <OwnerForm {...rest} form={form} resumed={Object.keys(typed).length > 0} />
}

const nobody = Object.fromEntries(Object.keys(ownerRules).map((name) => [name, null])) as Values<OwnerField> // every field, empty

function NewOwner(props: OwnerProps) {
  const { ownership, draft } = props
  const client = useQueryClient()
  const [typed] = useState(() => readTyped(draft, ownerRules))
  const form = useFieldForm<OwnerField>({
    rules: ownerRules,
    required: requiredOfOwner,
    // The server fills in derived values; the page asks for the rest.
    saved: {
      ...nobody,
      percentage: ownership === 'full' ? 10_000 : null,
      controlType: ownership === 'minority' ? 'administrator' : 'ownership',
    },
    auto: false,
    typed,
    send: async (changes) => {
      await write(ownerCreate, { body: changes, mode: 'live' })
      await client.invalidateQueries({ queryKey: ownersRead().queryKey })
    },
  })
  return <OwnerForm {...props} form={form} resumed={Object.keys(typed).length > 0} saveLabel={t('settings.company.addOwner')} />
}

export const CompanyOwnerPage: Screen = { component: CompanyOwner }
