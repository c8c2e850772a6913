import { useQueryClient } from '@tanstack/react-query'
import { ownerUpdate, type Owner } from '#contract/merchants/owners'
import { type OwnerField, ownerRules, requiredOfOwner } from '#domain/merchants/company/person'
import { write } from '../../platform/api/write.ts'
import { ownersRead } from './companyReads.ts'
import { useFieldForm, type FieldForm } from './useFieldForm.ts'
import { savedOf, type FormOptions } from './useProfileForm.ts'

/** The form of one owner: saved values, draft, saving. */
export function useOwnerForm(owner: Owner, options: FormOptions<OwnerField>): FieldForm<OwnerField> {
  const client = useQueryClient()
  return useFieldForm<OwnerField>({
    async readAgain() {
      const { owners } = await client.fetchQuery({ ...ownersRead(), staleTime: 0 })
      return savedOf(owners.find(({ id }) => id === owner.id) ?? owner, ownerRules)
    },
    ...options,
    rules: ownerRules,
    required: requiredOfOwner,
    ...savedOf(owner, ownerRules),
    send: async (changes, revision) => {
      const saved = await write(ownerUpdate, { params: { ownerId: owner.id }, body: { ...changes, revision }, mode: 'live' })
      client.setQueryData(
        ownersRead().queryKey,
        (known) => known && { ...known, owners: known.owners.map((one) => (one.id === owner.id ? saved : one)) },
      )
      await client.invalidateQueries(ownersRead())
      return savedOf(saved, ownerRules)
    },
  })
}
