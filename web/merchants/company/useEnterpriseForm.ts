import { useQueryClient } from '@tanstack/react-query'
import { enterpriseUpdate, type EnterpriseView } from '#contract/merchants/company'
import { type EnterpriseField, enterpriseRules, requiredOfEnterprise } from '#domain/merchants/company/company'
import { write } from '../../platform/api/write.ts'
import { updateState } from '../../platform/session/session.ts'
import { enterpriseRead, ownersRead } from './companyReads.ts'
import { useFieldForm, type FieldForm } from './useFieldForm.ts'
import { savedOf, type FormOptions } from './useProfileForm.ts'

/** The ownership fields, on a page of their own. */
const requiredOfOwnership: ReadonlySet<EnterpriseField> = new Set<EnterpriseField>(['ownershipType'])

/** The company’s form: saved values, draft, saving. `part`: its own data, or its ownership. */
export function useEnterpriseForm(
  view: EnterpriseView,
  part: 'company' | 'ownership',
  options: FormOptions<EnterpriseField>,
): FieldForm<EnterpriseField> {
  const client = useQueryClient()
  return useFieldForm<EnterpriseField>({
    readAgain: async () => savedOf(await client.fetchQuery({ ...enterpriseRead(), staleTime: 0 }), enterpriseRules),
    ...options,
    rules: enterpriseRules,
    required: part === 'company' ? requiredOfEnterprise : requiredOfOwnership,
    ...savedOf(view, enterpriseRules),
    send:
      options.send ??
      (async (changes, revision) => {
        const saved = await write(enterpriseUpdate, { body: { ...changes, revision }, mode: 'live' })
        client.setQueryData(enterpriseRead().queryKey, saved)
        updateState({ enterprise: saved })
        if (part === 'ownership') await client.invalidateQueries(ownersRead())
        return savedOf(saved, enterpriseRules)
      }),
  })
}
