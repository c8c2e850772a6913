import { useQueryClient } from '@tanstack/react-query'
import { profileUpdate, type ProfileView } from '#contract/company'
import { flatten, type FieldRules, type Values } from '#domain/fields'
import { type ProfileField, profileRules, requiredOfProfile } from '#domain/person'
import { write } from '../api/write.ts'
import { updateState } from '../shell/session.ts'
import { profileRead } from './companyReads.ts'
import { useFieldForm, type FieldForm, type FieldFormOptions } from './useFieldForm.ts'

/** `send`: another way than the signed-in owner's. */
export type FormOptions<F extends string> = Pick<FieldFormOptions<F>, 'auto' | 'typed'> & Partial<Pick<FieldFormOptions<F>, 'send'>>

/** Those of a view of the contract that are fields of a form, under their flat names. */
export function keptOf<F extends string>(view: object, rules: FieldRules<F>): Values<F> {
  const fields = Object.entries(flatten(view as never)).filter(([name]) => name in rules) // lists beside the fields are no form's
  return Object.fromEntries(fields) as Values<F>
}

/** The owner as a person: kept, typed, saved. */
export function useProfileForm(
  view: ProfileView,
  type: 'enterprise' | 'self_employed',
  options: FormOptions<ProfileField>,
): FieldForm<ProfileField> {
  const client = useQueryClient()
  return useFieldForm<ProfileField>({
    ...options,
    rules: profileRules,
    required: requiredOfProfile[type],
    kept: keptOf(view, profileRules),
    send: async (changes) => {
      const saved = await write(profileUpdate, { body: changes, mode: 'live' })
      client.setQueryData(profileRead().queryKey, saved)
      updateState({ profile: saved })
    },
  })
}
