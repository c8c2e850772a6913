import { useQueryClient } from '@tanstack/react-query'
import { ownerUpdate, type Owner } from '#contract/owners'
import { type OwnerField, ownerRules, requiredOfOwner } from '#domain/person'
import { write } from '../api/write.ts'
import { ownersRead } from './companyReads.ts'
import { useFieldForm, type FieldForm } from './useFieldForm.ts'
import { keptOf, type FormOptions } from './useProfileForm.ts'

/** One owner of the company: kept, typed, saved. */
export function useOwnerForm(owner: Owner, options: FormOptions<OwnerField>): FieldForm<OwnerField> {
  const client = useQueryClient()
  return useFieldForm<OwnerField>({
    ...options,
    rules: ownerRules,
    required: requiredOfOwner,
    kept: keptOf(owner, ownerRules),
    send: async (changes) => {
      const saved = await write(ownerUpdate, { params: { ownerId: owner.id }, body: changes, mode: 'live' })
      client.setQueryData(
        ownersRead().queryKey,
        (known) => known && { ...known, owners: known.owners.map((one) => (one.id === owner.id ? saved : one)) },
      )
      await client.invalidateQueries(ownersRead())
    },
  })
}
