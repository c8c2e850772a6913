import { useQueryClient } from '@tanstack/react-query'
import { profileUpdate, type ProfileView } from '#contract/merchants/company'
import { flatten, type FieldRules, type Values } from '#domain/merchants/company/fields'
import { type ProfileField, profileRules, requiredOfProfile } from '#domain/merchants/company/person'
import { write } from '../../platform/api/write.ts'
import { updateState } from '../../platform/session/session.ts'
import { profileRead } from './companyReads.ts'
import type { Saved } from './useFieldConflict.ts'
import { useFieldForm, type FieldForm, type FieldFormOptions } from './useFieldForm.ts'

/** `send`, `readAgain`: replace the signed-in owner's calls. */
export type FormOptions<F extends string> = Pick<FieldFormOptions<F>, 'auto' | 'typed' | 'readAgain'> &
  Partial<Pick<FieldFormOptions<F>, 'send'>>

/** The fields of a contract view that are in the form, under their flat names. */
export function keptOf<F extends string>(view: object, rules: FieldRules<F>): Values<F> {
  const fields = Object.entries(flatten(view as never)).filter(([name]) => name in rules) // lists beside the fields are no form's
  return Object.fromEntries(fields) as Values<F>
}

/** A contract view as form values. */
export const savedOf = <F extends string>(view: { revision?: number | undefined }, rules: FieldRules<F>): Saved<F> => ({
  saved: keptOf(view, rules),
  revision: view.revision,
})

/** The owner’s form: saved values, draft, saving. */
export function useProfileForm(
  view: ProfileView,
  type: 'enterprise' | 'self_employed',
  options: FormOptions<ProfileField>,
): FieldForm<ProfileField> {
  const client = useQueryClient()
  return useFieldForm<ProfileField>({
    readAgain: async () => savedOf(await client.fetchQuery({ ...profileRead(), staleTime: 0 }), profileRules),
    ...options,
    rules: profileRules,
    required: requiredOfProfile[type],
    ...savedOf(view, profileRules),
    send: async (changes, revision) => {
      const saved = await write(profileUpdate, { body: { ...changes, revision }, mode: 'live' })
      client.setQueryData(profileRead().queryKey, saved)
      updateState({ profile: saved })
      return savedOf(saved, profileRules)
    },
  })
}
