import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { onboardingShop, type ShopDraft } from '#contract/merchants/onboarding'
import type { Values } from '#domain/merchants/company/fields'
import { requiredOfShop, shopRules, type ShopField } from '#domain/merchants/shopApplication'
import { isNotOffered } from '../../platform/api/apiFailure.ts'
import { write } from '../../platform/api/write.ts'
import { useFieldForm, type FieldForm } from '../company/useFieldForm.ts'
import { onboardingRead } from './onboardingReads.ts'

/** The first merchant’s form: saved values, draft, automatic saving. */
export function useShopForm(shop: ShopDraft): FieldForm<ShopField> {
  const client = useQueryClient()
  const stored: Values<ShopField> = shop
  // Which fields are required depends on the draft, which the form holds: it receives the previous render’s values.
  const [needs, setNeeds] = useState<Pick<Values<ShopField>, 'inStoreOnly' | 'ibanId'>>(stored)
  const form = useFieldForm<ShopField>({
    auto: true,
    rules: shopRules,
    required: requiredOfShop(needs),
    saved: stored,
    send: async (changes) => {
      // An API without drafts receives everything on submit.
      const saved = await write(onboardingShop, { body: changes, mode: 'live' }).catch((error: unknown) => {
        if (isNotOffered(error)) return { ...stored, ...changes } as ShopDraft
        throw error
      })
      client.setQueryData(onboardingRead().queryKey, (known) => known && { ...known, started: true, shop: saved })
    },
  })
  return {
    ...form,
    set(changes) {
      setNeeds((now) => ({ ...now, ...changes }))
      form.set(changes)
    },
  }
}
